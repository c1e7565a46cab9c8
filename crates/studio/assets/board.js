// Boards: squares that can be clicked, dragged and reached by keys; tables of cards; pictures; text.

import { draw, el } from "./studio.js";
import { called, drawn } from "./pieces.js";

const SIDE = 60, EDGE = 22;

/** A board. `make` is given the labels of the moves that a gesture may mean. */
export function board(scene, { legal = [], last = null, thought = null, make = null, turned = false }) {
  const rows = scene.squares.length, columns = scene.squares[0].length;
  const width = columns * SIDE + EDGE, height = rows * SIDE + EDGE;
  const at = {};
  scene.squares.forEach((line, row) => line.forEach((name, column) => {
    at[name] = { x: EDGE + (turned ? columns - 1 - column : column) * SIDE, y: (turned ? rows - 1 - row : row) * SIDE, row, column };
  }));
  const svg = draw("svg", { class: "board", viewBox: `0 0 ${width} ${height}`, role: "grid", "aria-label": "the board" });
  const usable = make ? legal : [];
  const froms = new Set(usable.flatMap(choice => choice.from || []));
  const drops = new Set(usable.filter(choice => !(choice.from || []).length).flatMap(choice => choice.to || []));
  let chosen = null;
  const nodes = {};
  const reach = name => chosen === null ? drops.has(name)
    : usable.some(choice => (choice.from || []).includes(chosen) && (choice.to || []).includes(name));

  const paint = () => {
    svg.classList.toggle("thinking", Boolean(thought) && chosen === null);
    for (const [name, node] of Object.entries(nodes)) {
      const reached = reach(name), can = reached || froms.has(name);
      node.square.classList.toggle("can", can);
      node.square.setAttribute("aria-selected", String(name === chosen));
      node.square.setAttribute("aria-label", `${name}, ${node.says}${name === chosen ? ", picked up" : reached ? ", can be reached" : ""}`);
      node.chosen.setAttribute("visibility", name === chosen ? "visible" : "hidden");
      node.reach.setAttribute("visibility", reached ? "visible" : "hidden");
    }
  };
  const act = name => {
    if (reach(name)) {
      const meant = usable.filter(choice => (choice.to || []).includes(name)
        && (chosen === null ? !(choice.from || []).length : (choice.from || []).includes(chosen)));
      chosen = null;
      paint();
      make(meant.map(choice => choice.label));
      return;
    }
    chosen = froms.has(name) && name !== chosen ? name : null;
    paint();
  };

  let pressed = null;
  scene.squares.forEach((line, row) => {
    const group = draw("g", { role: "row" });
    line.forEach((name, column) => {
      const { x, y } = at[name], piece = scene.pieces[row][column];
      const shade = scene.style === "othello" ? "felt" : scene.chequered ? ((rows - row + column) % 2 ? "dark" : "light") : "plain";
      const node = {
        says: called(scene.style, piece),
        chosen: draw("rect", { width: SIDE, height: SIDE, class: "chosen", visibility: "hidden" }),
        reach: draw("circle", { cx: SIDE / 2, cy: SIDE / 2, r: piece ? 12 : 8, class: "reach", visibility: "hidden" }),
      };
      const isLast = last && ((last.from || []).includes(name) && scene.style !== "tiles" || (last.to || []).includes(name));
      node.square = draw("g", {
        class: "square", role: "gridcell", tabindex: row === 0 && column === 0 ? 0 : -1,
        transform: `translate(${x} ${y})`, "data-square": name,
        onpointerdown: () => { pressed = name; },
        onpointerup: () => { if (pressed && pressed !== name && froms.has(pressed)) { if (chosen !== pressed) act(pressed); act(name); } else act(name); pressed = null; },
        onkeydown: event => keyed(event, row, column, name),
      },
        draw("rect", { width: SIDE, height: SIDE, class: shade }), node.chosen,
        isLast && draw("rect", { x: 2, y: 2, width: SIDE - 4, height: SIDE - 4, class: "last" }),
        drawn(scene.style, piece), node.reach,
        draw("rect", { x: 2, y: 2, width: SIDE - 4, height: SIDE - 4, class: "focus" }));
      nodes[name] = node;
      group.append(node.square);
    });
    svg.append(group);
  });
  function keyed(event, row, column, name) {
    const way = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); event.stopPropagation(); return act(name); }
    if (event.key === "Escape" && chosen) { chosen = null; return paint(); }
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    const sign = turned ? -1 : 1;
    const next = (scene.squares[row + sign * way[0]] || [])[column + sign * way[1]];
    if (!next) return;
    nodes[name].square.setAttribute("tabindex", -1);
    nodes[next].square.setAttribute("tabindex", 0);
    nodes[next].square.focus();
  }
  for (let row = 0; row < rows; row++) {
    const name = scene.squares[row][0];
    svg.append(draw("text", { x: EDGE - 7, y: at[name].y + SIDE / 2 + 4, "text-anchor": "end" }, name.replace(/^\D+/, "")));
  }
  for (let column = 0; column < columns; column++) {
    const name = scene.squares[0][column];
    svg.append(draw("text", { x: at[name].x + SIDE / 2, y: height - 6, "text-anchor": "middle" }, name.replace(/\d+$/, "")));
  }
  if (thought) svg.append(considered(thought, legal, at));
  paint();
  return svg;
}

/** Root moves as arrows and marks: the wider, the more visits; the value stands beside the best ones. */
function considered(thought, legal, at) {
  const layer = draw("g", { "pointer-events": "none", "aria-hidden": "true" });
  const most = Math.max(1, ...thought.moves.map(move => move.visits));
  const ranked = thought.moves.slice().sort((a, b) => b.visits - a.visits || (b.value ?? -Infinity) - (a.value ?? -Infinity));
  const top = ranked.slice(0, 8).filter(move => move.label !== thought.choice);
  const own = thought.moves.find(move => move.label === thought.choice) || { label: thought.choice, visits: most, value: null };
  for (const move of [...top.reverse(), own]) {
    const choice = legal.find(choice => choice.label === move.label);
    if (!choice || !(choice.to || []).length) continue;
    const to = at[choice.to[0]], from = (choice.from || []).length ? at[choice.from[choice.from.length - 1]] : null;
    if (!to) continue;
    const best = move === own, opacity = best ? 0.95 : 0.25 + 0.4 * (move.visits / most);
    const [x, y] = [to.x + SIDE / 2, to.y + SIDE / 2];
    if (from) {
      const [a, b] = [from.x + SIDE / 2, from.y + SIDE / 2];
      const angle = Math.atan2(y - b, x - a), length = Math.hypot(x - a, y - b) - 12;
      const [tx, ty] = [a + length * Math.cos(angle), b + length * Math.sin(angle)];
      const wing = turn => `${tx + 12 * Math.cos(angle + turn)},${ty + 12 * Math.sin(angle + turn)}`;
      layer.append(draw("g", { opacity },
        draw("path", { d: `M${a} ${b}L${tx} ${ty}`, class: "arrow", "stroke-width": best ? 7 : 2.5 + 4 * (move.visits / most) }),
        draw("polygon", { points: `${wing(0)} ${wing(2.2)} ${wing(-2.2)}`, class: "tip" })));
    } else {
      const text = move.value === null ? "" : (move.bound === "lower" ? "≥" : move.bound === "upper" ? "≤" : "") + (Number.isInteger(move.value) ? String(move.value) : move.value.toFixed(2)).replace("-", "−");
      layer.append(draw("g", {},
        draw("rect", { x: x - 23, y: y - 10, width: 46, height: 20, rx: 10, class: "badge", opacity: best ? 1 : 0.45 + 0.35 * (move.visits / most) }),
        draw("text", { x, y: y + 4.5, "text-anchor": "middle", class: "value" }, text)));
    }
  }
  return layer;
}

const SUITS = { c: ["♣", "clubs"], d: ["♦", "diamonds"], h: ["♥", "hearts"], s: ["♠", "spades"] };

function card(name) {
  if (name === null) return el("span", { class: "playing-card back", role: "img", "aria-label": "hidden card" });
  const suit = SUITS[name[1]];
  const red = name[1] === "d" || name[1] === "h";
  return el("span", { class: "playing-card" + (red ? " red" : ""), role: "img", "aria-label": suit ? `${name[0]} of ${suit[1]}` : name, "data-card": name },
    el("span", {}, name[0] === "T" ? "10" : name[0]), suit && el("span", {}, suit[0]));
}

/** A table of cards. */
export function table(scene, names, toMove) {
  const open = [...scene.board.map(card)];
  return el("div", { class: "felt-table" },
    el("div", {}, el("div", { class: "facts" }, scene.facts.join(" · ")),
      (scene.board.length > 0 || scene.seats.some(seat => seat.cards.length > 1)) && el("div", { class: "cards", "aria-label": "open cards" },
        open, Array.from({ length: Math.max(0, 5 - open.length) }, () => el("span", { class: "playing-card none", "aria-hidden": "true" })))),
    scene.seats.map((seat, number) => el("div", { class: "seat" + (number === toMove ? " to-move" : "") },
      el("b", {}, `player ${number}: ${names[number]}${number === toMove ? ", to move" : ""}`),
      el("div", { class: "cards" }, seat.cards.map(card)),
      el("div", { class: "facts" }, seat.facts.join(" · ")))));
}

/** A picture with the ways that were considered drawn over it. */
export function picture(address, thought) {
  const image = el("img", { class: "picture", src: address, alt: "the level; its text is below" });
  const stage = el("div", { class: "stage" }, image);
  const lines = thought ? thought.lines.filter(line => (line.places || []).length > 1) : [];
  if (lines.length === 0) return { node: stage, ready: image.decode().catch(() => {}) };
  const ready = image.decode().catch(() => {}).then(() => {
    const overlay = draw("svg", { class: "overlay", viewBox: `0 0 ${image.naturalWidth || 240} ${image.naturalHeight || 240}`, "aria-hidden": "true" });
    lines.slice(0, 12).reverse().forEach((line, rank, all) => {
      const points = line.places.map(([column, row]) => `${column * 24 + 12},${row * 24 + 12}`).join(" ");
      overlay.append(draw("polyline", { points, class: rank === all.length - 1 ? "plan" : "" }));
    });
    stage.append(overlay);
  });
  return { node: stage, ready };
}
