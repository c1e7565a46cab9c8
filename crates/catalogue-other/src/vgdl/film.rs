//! An episode as a page with a small player.

use super::picture::{Drawn, element, escape, layers, open, size, words};
use super::record::Frame;
use super::thinking::{self, Names, thinking};
use super::tiles::symbols;
use ludometer_vgdl::{Level, SpriteTypeId};
use serde_json::{Map, Value, json};

/// A page that shows an episode: self-contained, one picture a tick.
///
/// What never changes is drawn once; a frame has only the types whose other sprites have changed
/// since the frame before. What the agent considered is drawn over the board and listed beside it,
/// if the frames have it.
pub fn film(title: &str, level: &Level, frames: &[Frame]) -> String {
    let seen: Vec<Vec<(SpriteTypeId, Vec<Drawn>)>> = frames
        .iter()
        .map(|frame| layers(level, &frame.state))
        .collect();
    let order: Vec<SpriteTypeId> = seen.first().map_or(Vec::new(), |first| {
        first.iter().map(|(kind, _)| *kind).collect()
    });
    let mut groups = String::new();
    let mut moving: Vec<Vec<Vec<Drawn>>> = Vec::new();
    for (at, kind) in order.iter().enumerate() {
        let (still, rest) = apart(seen.iter().map(|layers| &layers[at].1[..]));
        let drawn: String = still.iter().map(|sprite| element(*kind, sprite)).collect();
        groups += &format!("<g>{drawn}<g id=\"g{}\"></g></g>", kind.0);
        moving.push(rest);
    }
    let mut data = Vec::new();
    let (columns, _) = level.size();
    let mut names = Names::default();
    let mut thinks = false;
    for (number, frame) in frames.iter().enumerate() {
        let mut changes = Map::new();
        for (kind, all) in order.iter().zip(&moving) {
            let before = number
                .checked_sub(1)
                .map_or(&[][..], |before| &all[before][..]);
            if all[number] != before {
                let sprites = all[number].iter().map(flat).collect::<Vec<Value>>();
                changes.insert(kind.0.to_string(), Value::Array(sprites));
            }
        }
        let action = frame.action.map_or("", |action| action.name());
        let mut shot = json!({"w": words(level, &frame.state), "a": action, "d": changes});
        if let Some(thinking) = thinking(frame, columns, &mut names) {
            shot["i"] = thinking;
            thinks = true;
        }
        data.push(shot);
    }
    // Inside a script only this could end it.
    let data = Value::Array(data).to_string().replace("</", "<\\/");
    let (title, symbols) = (escape(title), symbols(level.game()));
    let svg = open(size(level), r#" role="img" aria-label="the level""#);
    let last = frames.len().saturating_sub(1);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>{STYLE}"
    );
    let [overlay, panel, switch, script] = match thinks {
        false => [const { String::new() }; 4],
        true => {
            page += thinking::STYLE;
            let header = names.header(columns).to_string().replace("</", "<\\/");
            let script = format!("const mind = {header};{}", thinking::SCRIPT);
            let [overlay, panel, switch] =
                [thinking::OVERLAY, thinking::PANEL, thinking::SWITCH].map(String::from);
            [overlay, panel, switch, script]
        }
    };
    page += &format!(
        "</style></head>\n<body><h1>{title}</h1>\n<main><div>{svg}<defs>{symbols}</defs>{groups}{overlay}</svg>\n<p id=\"words\" aria-live=\"off\"></p>\n<div id=\"bar\"><button id=\"back\" aria-label=\"one tick back\">&#9664;&#xFE0E;</button><button id=\"play\">play</button><button id=\"on\" aria-label=\"one tick on\">&#9654;&#xFE0E;</button><input id=\"at\" type=\"range\" min=\"0\" max=\"{last}\" value=\"0\" aria-label=\"tick\"><label>ticks a second <select id=\"rate\"><option>5<option selected>15<option>30<option>60</select></label>{switch}</div></div>\n{panel}</main>\n<script>const frames = {data};\n{PLAYER}{script}{OPENING}</script></body></html>\n"
    );
    page
}

/// A sprite as numbers: place, direction, and whether it is dead.
fn flat(sprite: &Drawn) -> Value {
    match (sprite.degrees, sprite.dead) {
        (0, false) => json!([sprite.x, sprite.y]),
        (degrees, dead) => json!([sprite.x, sprite.y, degrees, u8::from(dead)]),
    }
}

/// The sprites that are in every frame, and the others of each frame.
fn apart<'a>(frames: impl Iterator<Item = &'a [Drawn]> + Clone) -> (Vec<Drawn>, Vec<Vec<Drawn>>) {
    let mut still: Vec<Drawn> = frames.clone().next().unwrap_or(&[]).to_vec();
    for frame in frames.clone() {
        let mut rest = frame.to_vec();
        still.retain(
            |sprite| match rest.iter().position(|other| other == sprite) {
                Some(at) => {
                    rest.remove(at);
                    true
                }
                None => false,
            },
        );
    }
    let others = |frame: &[Drawn]| {
        let mut rest = frame.to_vec();
        for sprite in &still {
            if let Some(at) = rest.iter().position(|other| other == sprite) {
                rest.remove(at);
            }
        }
        rest
    };
    let moving = frames.map(others).collect();
    (still, moving)
}

const STYLE: &str = "\
:root { color-scheme: light dark; font: 15px system-ui, sans-serif; }
body { max-width: 64rem; margin: 1.5rem auto; padding: 0 1rem; }
h1 { font-size: 1.1rem; font-weight: 600; }
svg { width: 100%; height: auto; max-height: 70vh; background: #faf8f2; border-radius: 4px; }
#words { font-family: ui-monospace, monospace; white-space: pre-wrap; min-height: 1.3em; }
#bar { display: flex; gap: .5rem; align-items: center; flex-wrap: wrap; }
#at { flex: 1; min-width: 12rem; }
button { min-width: 3.5rem; padding: .3rem .6rem; font: inherit; }";

const PLAYER: &str = r##"
const id = name => document.getElementById(name);
const NS = "http://www.w3.org/2000/svg";
let known = {};
for (const frame of frames) { known = Object.assign({}, known, frame.d); frame.all = known; }
let at = 0, shown = {}, timer = null;
function show(n) {
  at = Math.max(0, Math.min(frames.length - 1, n));
  const frame = frames[at];
  for (const kind in frame.all) {
    if (shown[kind] === frame.all[kind]) continue;
    id("g" + kind).replaceChildren(...frame.all[kind].map(([x, y, degrees, dead]) => {
      const use = document.createElementNS(NS, "use");
      use.setAttribute("href", dead ? "#dead" : "#k" + kind);
      use.setAttribute("x", x); use.setAttribute("y", y);
      use.setAttribute("width", 24); use.setAttribute("height", 24);
      if (degrees) use.setAttribute("transform", `rotate(${degrees} ${x + 12} ${y + 12})`);
      return use;
    }));
  }
  for (const kind in shown) if (!(kind in frame.all)) id("g" + kind).replaceChildren();
  shown = frame.all;
  id("words").textContent = frame.w + (frame.a ? "  then " + frame.a : "");
  id("at").value = at;
  if (typeof think === "function") think(frame);
}
function pause() { clearInterval(timer); timer = null; id("play").textContent = "play"; }
function play() {
  if (at === frames.length - 1) show(0);
  id("play").textContent = "pause";
  timer = setInterval(() => { show(at + 1); if (at === frames.length - 1) pause(); }, 1000 / id("rate").value);
}
id("play").onclick = () => timer ? pause() : play();
id("back").onclick = () => { pause(); show(at - 1); };
id("on").onclick = () => { pause(); show(at + 1); };
id("at").oninput = event => { pause(); show(+event.target.value); };
id("rate").onchange = () => { if (timer) { pause(); play(); } };
document.onkeydown = event => {
  if (["INPUT", "SELECT", "BUTTON"].includes(event.target.tagName)) return;
  if (event.key === " ") { event.preventDefault(); id("play").click(); }
  if (event.key === "ArrowLeft") id("back").click();
  if (event.key === "ArrowRight") id("on").click();
};
"##;

/// Opens the film at the tick that the address names.
const OPENING: &str = r##"
const go = () => { pause(); show(parseInt((location.hash.match(/\d+/) || ["0"])[0], 10)); };
window.onhashchange = go;
go();
"##;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_changes_is_told_from_the_rest() {
        let at = |x: f64| Drawn {
            x,
            y: 0.0,
            degrees: 0,
            dead: false,
        };
        let frames = [vec![at(1.0), at(2.0), at(2.0)], vec![at(2.0), at(3.0)]];
        let (still, moving) = apart(frames.iter().map(|frame| &frame[..]));
        assert_eq!(still, [at(2.0)]);
        assert_eq!(moving, [vec![at(1.0), at(2.0)], vec![at(3.0)]]);
    }
}
