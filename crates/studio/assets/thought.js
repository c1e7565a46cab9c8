// What an agent thinks, as a table; and what it expected over the game, as a graph.

import { draw, el, number } from "./studio.js";

// Moves that are shown without being asked for.
const FIRST = 10;
const SIGNS = { exact: "", lower: "≥ ", upper: "≤ " };

/** Root moves with values, bounds and visits; replies unfold. */
export function thoughts(thought) {
  const most = Math.max(1, ...thought.moves.map(move => move.visits));
  const visited = thought.moves.some(move => move.visits > 0);
  const ranked = thought.moves.slice().sort((a, b) => (b.label === thought.choice) - (a.label === thought.choice)
    || b.visits - a.visits || (b.value ?? -Infinity) - (a.value ?? -Infinity));
  const value = move => SIGNS[move.bound] + number(move.value);
  const row = move => {
    const filled = el("i");
    filled.style.width = `${100 * move.visits / most}%`;
    const replies = (move.replies || []).map(reply =>
      el("li", {}, `${reply.label} ${value(reply)}`, reply.visits > 0 && el("small", {}, ` ${reply.visits} visits`)));
    const label = replies.length === 0 ? move.label : el("details", {}, el("summary", {}, move.label), el("ul", {}, replies));
    return el("tr", { class: move.label === thought.choice ? "chosen" : false },
      el("td", {}, label, move.label === thought.choice && el("small", {}, "chosen")),
      el("td", { class: "number" }, value(move)),
      visited && el("td", { class: "number" }, String(move.visits)),
      visited && el("td", {}, el("div", { class: "bar" }, filled)));
  };
  const spent = [`${number(thought.steps)} forward-model calls`, `${number(thought.evaluations)} evaluations`, `${thought.ms} ms`];
  return el("div", {},
    el("p", {}, el("b", {}, thought.agent), el("small", {}, ` chose ${thought.choice}: ${spent.join(", ")}`)),
    ranked.length > 0 && el("div", { class: "table" }, el("table", {},
      el("thead", {}, el("tr", {}, el("th", {}, "move"), el("th", { class: "number" }, "value"),
        visited && el("th", { class: "number" }, "visits"), visited && el("th", {}, ""))),
      el("tbody", {}, ranked.slice(0, FIRST).map(row)))),
    ranked.length > FIRST && el("details", {}, el("summary", {}, `${ranked.length - FIRST} more moves`),
      el("div", { class: "table" }, el("table", {}, el("tbody", {}, ranked.slice(FIRST).map(row))))),
    thought.lines.length > 0 && el("details", { open: ranked.length === 0 },
      el("summary", {}, thought.lines.length === 1 ? "1 line" : `${thought.lines.length} lines`),
      el("ol", {}, thought.lines.map(line => el("li", {}, line.text, el("small", {}, ` ${number(line.value)}`))))),
    ranked.length === 0 && thought.lines.length === 0 && el("p", { class: "quiet" }, "It reports nothing about its choice."));
}

/** Expectations over the game, from the first player's side where what one wins the other loses. */
export function graph(moves, zeroSum, players, now, go) {
  const sign = player => zeroSum && players === 2 && player === 1 ? -1 : 1;
  const points = moves.map((move, ply) => move.value === undefined ? null : { ply, player: move.player, value: sign(move.player) * move.value }).filter(Boolean);
  if (points.length < 2) return null;
  const width = 360, height = 130, left = 40, last = Math.max(1, moves.length);
  const values = points.map(point => point.value);
  let low = Math.min(0, ...values), high = Math.max(0, ...values);
  if (low === high) { low -= 1; high += 1; }
  const x = ply => left + (width - left - 6) * ply / last;
  const y = value => 8 + (height - 26) * (high - value) / (high - low);
  const svg = draw("svg", { class: "graph", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "values over the game; the list of moves has them too" },
    draw("line", { x1: left, x2: width, y1: y(0), y2: y(0), class: "zero" }),
    draw("text", { x: left - 5, y: y(high) + 4, "text-anchor": "end" }, number(Math.round(high * 100) / 100)),
    draw("text", { x: left - 5, y: y(low) + 4, "text-anchor": "end" }, number(Math.round(low * 100) / 100)),
    draw("text", { x: left, y: height - 4 }, "0"), draw("text", { x: width - 6, y: height - 4, "text-anchor": "end" }, `${moves.length} moves`));
  for (let player = 0; player < players; player++) {
    const own = points.filter(point => point.player === player);
    svg.append(draw("g", { class: `s${player % 3}` },
      draw("polyline", { class: `s${player % 3}-line`, points: own.map(point => `${x(point.ply)},${y(point.value)}`).join(" ") }),
      own.length < 60 && own.map(point => draw("circle", { cx: x(point.ply), cy: y(point.value), r: 2.4 }))));
  }
  svg.append(draw("line", { x1: x(now), x2: x(now), y1: 4, y2: height - 16, class: "now" }));
  svg.append(draw("rect", { class: "hit", x: left, y: 0, width: width - left, height, onclick: event => {
    const box = svg.getBoundingClientRect();
    const at = (event.clientX - box.left) / box.width * width;
    go(Math.max(0, Math.min(moves.length, Math.round((at - left) / (width - left - 6) * last))));
  } }));
  return svg;
}
