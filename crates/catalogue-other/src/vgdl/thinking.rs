//! What an agent considered, as data of a film and as what the film shows of it.

use super::record::Frame;
use super::tiles::CELL;
use ludometer_arena::trace::SimulatedVariation;
use ludometer_core::Location;
use serde_json::{Value, json};

/// Names of actions in the order they came, so that a line of play is short.
#[derive(Default)]
pub(super) struct Names(Vec<String>);

impl Names {
    fn number(&mut self, name: &str) -> usize {
        let known = self.0.iter().position(|known| known == name);
        known.unwrap_or_else(|| {
            self.0.push(name.to_string());
            self.0.len() - 1
        })
    }

    /// What the player needs to know of the film as a whole.
    pub(super) fn header(&self, columns: i32) -> Value {
        json!({"names": self.0, "columns": columns, "cell": CELL})
    }
}

/// What was considered before the action of a frame, if it was reported: of every choice its number,
/// visits and value, and of every line its value, visits, actions, the cells that it leads over, and
/// words about its end.
pub(super) fn thinking(frame: &Frame, columns: i32, names: &mut Names) -> Option<Value> {
    let trace = frame.trace.as_ref()?;
    if trace.move_infos.is_empty() && trace.ways.is_empty() {
        return None;
    }
    let move_infos = trace.move_infos.iter().map(|info| {
        let number = names.number(info.action.name());
        json!([number, info.visits, short(info.value)])
    });
    let move_infos: Vec<Value> = move_infos.collect();
    let lines = trace.ways.iter().map(|way| line(way, columns, names));
    Some(json!({"t": move_infos, "l": lines.collect::<Vec<_>>()}))
}

fn line(way: &SimulatedVariation, columns: i32, names: &mut Names) -> Value {
    let digits = way.labels.iter().map(|label| {
        let number = names.number(label) as u32;
        // An avatar has a handful of actions.
        char::from_digit(number, 36).unwrap_or('?')
    });
    let digits: String = digits.collect();
    let index = |span: &Location| span.row * columns.max(0) as usize + span.column;
    let mut cells: Vec<usize> = way.places.iter().map(index).collect();
    cells.dedup();
    let end = way.end();
    match end.is_empty() {
        true => json!([short(way.value), way.visits, digits, cells]),
        false => json!([short(way.value), way.visits, digits, cells, end]),
    }
}

/// A number without superfluous digits.
fn short(value: f64) -> Value {
    let rounded = match value.abs() {
        small if small < 1000.0 => (value * 1000.0).round() / 1000.0,
        _ => value.round(),
    };
    match rounded.fract() == 0.0 && rounded.abs() < 1e15 {
        true => json!(rounded as i64),
        false => json!(rounded),
    }
}

/// The elements over the board: other lines below, the plan above them.
pub(super) const OVERLAY: &str = r##"<defs><marker id="tip" viewBox="0 0 8 8" refX="4" refY="4" markerWidth="11" markerHeight="11" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L8 4 0 8 2 4z" fill="#e8590c" stroke="#fff" stroke-width=".6"/></marker></defs><g id="ways" fill="none" stroke-linecap="round" stroke-linejoin="round" pointer-events="none"></g>"##;

/// The elements beside the board.
pub(super) const PANEL: &str = r#"<aside id="mind" aria-label="what it thinks"><h2>choices</h2><table id="choices"><thead><tr><th></th><th></th><th>visits</th><th>value</th></tr></thead><tbody></tbody></table><h2>lines, its plan first</h2><ol id="lines"></ol><p class="small">Lines are followed with dice of their own: chance may differ.</p></aside>"#;

/// The element that hides all that.
pub(super) const SWITCH: &str =
    r#"<label><input id="think" type="checkbox" checked> what it thinks</label>"#;

/// How they look.
pub(super) const STYLE: &str = "
body.thinks { max-width: 88rem; }
body.thinks main { display: grid; grid-template-columns: minmax(0, 1fr) 21rem; gap: 1.5rem; align-items: start; }
@media (max-width: 58rem) { body.thinks main { grid-template-columns: minmax(0, 1fr); } }
body:not(.thinks) #mind { display: none; }
#mind h2 { font-size: .8rem; font-weight: 600; margin: .2rem 0 .3rem; color: #868e96; }
#mind table { width: 100%; border-collapse: collapse; margin-bottom: 1rem; font-variant-numeric: tabular-nums; }
#mind th { font-size: .75rem; font-weight: 400; color: #868e96; text-align: right; }
#mind td { padding: .12rem 0 .12rem .5rem; text-align: right; font-size: .85rem; }
#mind td:first-child { text-align: left; padding-left: .4rem; border-left: 3px solid transparent; }
#mind td.bar { width: 45%; }
#mind td.bar i { display: block; height: .75rem; border-radius: 2px; background: #74a9d8; }
#mind tr.chosen td:first-child { border-color: #e8590c; font-weight: 600; }
#mind tr.chosen i { background: #e8590c; }
#lines { list-style: none; margin: 0; padding: 0; font-size: .8rem; }
#lines li { display: grid; grid-template-columns: 3.5rem 1fr; gap: .6rem; padding: .2rem 0 .2rem .4rem; border-left: 3px solid #74a9d8; margin-bottom: 2px; cursor: default; }
#lines li:first-child { border-color: #e8590c; font-weight: 600; }
#lines li:hover { background: #74a9d833; }
#lines b { font-weight: inherit; text-align: right; font-variant-numeric: tabular-nums; }
#lines small { display: block; font-weight: 400; color: #868e96; }
.small { font-size: .75rem; color: #868e96; }";

/// How they follow the frames.
pub(super) const SCRIPT: &str = r##"
const make = (space, name, attributes, ...inside) => {
  const made = space ? document.createElementNS(NS, name) : document.createElement(name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  made.append(...inside);
  return made;
};
const number = value => value === null ? "" : Math.abs(value) < 1e5 ? String(value) : value.toExponential(1);
function folded(line) {
  const runs = [];
  for (const digit of line[2]) {
    const name = mind.names[parseInt(digit, 36)], last = runs[runs.length - 1];
    if (last && last[0] === name) last[1]++; else runs.push([name, 1]);
  }
  return runs.map(([name, times]) => times > 1 ? name + "\u00a0x" + times : name).join(" ") + (line[4] || "");
}
function way(cells, rank, hot) {
  const aside = rank ? (rank % 2 ? 1 : -1) * ((rank + 1) >> 1) * 1.7 : 0, half = mind.cell / 2;
  const strong = rank === 0 || hot, colour = rank === 0 ? "#e8590c" : "#1971c2";
  // A cell that is entered again is entered a little further on, so that a way back can be told from the way there.
  const entered = {};
  const points = cells.map(cell => {
    const shift = half + aside + (strong ? 3 * Math.min(2, entered[cell] || 0) : 0);
    entered[cell] = (entered[cell] || 0) + 1;
    return [(cell % mind.columns) * mind.cell + shift, Math.floor(cell / mind.columns) * mind.cell + shift];
  });
  const text = points.map(point => point.join(",")).join(" ");
  if (!strong) return [make(1, "polyline", { points: text, stroke: colour, "stroke-width": 1.6, opacity: .5 })];
  if (points.length < 2) return points.map(([x, y]) => make(1, "circle", { cx: x, cy: y, r: half - 1, stroke: colour, "stroke-width": 2.5, "stroke-dasharray": "4 3" }));
  const drawn = [
    make(1, "polyline", { points: text, stroke: "#fff", "stroke-width": 4.6, opacity: .8 }),
    make(1, "polyline", { points: text, stroke: colour, "stroke-width": 2.4 }),
    ...points.slice(1, -1).map(([x, y]) => make(1, "circle", { cx: x, cy: y, r: 2.2, fill: colour, stroke: "#fff", "stroke-width": .8 })),
  ];
  if (rank === 0) drawn[1].setAttribute("marker-end", "url(#tip)");
  return drawn;
}
function draw(lines, hot) {
  const drawn = lines.map((line, rank) => [rank, way(line[3], rank, rank === hot)]);
  drawn.sort((a, b) => (a[0] === hot) - (b[0] === hot) || b[0] - a[0]);
  id("ways").replaceChildren(...drawn.flatMap(([, made]) => made));
}
function think(frame) {
  const shown = id("think").checked, info = frame.i || { t: [], l: [] };
  document.body.classList.toggle("thinks", shown);
  draw(shown ? info.l : []);
  if (!shown) return;
  const most = Math.max(1, ...info.t.map(choice => choice[1]));
  const rows = info.t.slice().sort((a, b) => a[0] - b[0]).map(([action, visits, value]) => {
    const bar = make(0, "td", { class: "bar" }, make(0, "i", { style: `width:${100 * visits / most}%` }));
    const name = mind.names[action];
    return make(0, "tr", name === frame.a ? { class: "chosen" } : {}, make(0, "td", {}, name), bar, make(0, "td", {}, String(visits)), make(0, "td", {}, number(value)));
  });
  id("choices").tBodies[0].replaceChildren(...rows);
  id("lines").replaceChildren(...info.l.map((line, rank) => {
    const visits = line[1] > 1 ? [make(0, "small", {}, line[1] + " visits")] : [];
    const item = make(0, "li", {}, make(0, "b", {}, number(line[0]), ...visits), make(0, "span", {}, folded(line)));
    item.onmouseenter = () => draw(info.l, rank);
    item.onmouseleave = () => draw(info.l);
    return item;
  }));
}
id("think").onchange = event => { event.target.blur(); think(frames[at]); };
"##;
