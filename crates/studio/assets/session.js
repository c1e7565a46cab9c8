// A game: the board, who is to move, what was thought, and everything that can be done.

import { api, attempt, el, enter, keys, problem, show } from "./studio.js";
import { board, picture, table } from "./board.js";
import { graph, thoughts } from "./thought.js";

const id = location.pathname.split("/").pop();
const key = new URLSearchParams(location.hash.slice(1)).get("key") || "";
const query = key ? `?key=${encodeURIComponent(key)}` : "";
const path = part => `/sessions/${id}${part}${query}`;

let about, course, moves = [];
let shown = null;      // the position on the board
let looking = null;    // the ply that is looked at, or null: the last one
let advice = null;     // a hint for the position on the board
let turned = false;
let held = null;       // the key that is held down
let sending = false;

const parts = Object.fromEntries(["stage", "status", "said", "choices", "bar", "moves", "graph", "thought", "points"]
  .map(name => [name, el("div", { id: name, class: name === "points" ? "quiet" : false })]));
parts.status.setAttribute("role", "status");
parts.status.setAttribute("aria-live", "polite");
parts.status.className = "status";

const names = () => {
  const alone = about.seats.filter(seat => seat.human).length === 1;
  return about.seats.map(seat => seat.own || (seat.human && alone) ? "you" : seat.human ? "person" : seat.name);
};
const people = () => about.seats.some(seat => seat.human);
const isLast = () => looking === null;
const mine = () => course.position.to_move !== null && about.seats[course.position.to_move].human
  && (!about.guarded || about.seats[course.position.to_move].own) && isLast();

async function make(labels) {
  if (labels.length > 1) return ask(labels);
  if (sending || labels.length === 0) return;
  sending = true;
  advice = null;
  await attempt(parts.said, () => api(path("/move"), { ply: moves.length, move: labels[0] }));
  sending = false;
}

/** A gesture that may mean several moves, such as a promotion. */
function ask(labels) {
  const dialog = el("dialog", { "aria-label": "which move" },
    el("p", {}, "Which move?"), el("div", { class: "choices big" }, labels.map(label =>
      el("button", { type: "button", onclick: () => { dialog.close(); dialog.remove(); make([label]); } }, label))));
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}

const send = (part, body = {}) => attempt(parts.said, () => api(path(part), body));

async function hint() {
  parts.status.textContent = "Looking for a hint …";
  const told = await send("/hint");
  status();
  if (told && isLast()) { advice = told; render(); }
}

async function go(ply) {
  const last = moves.length;
  looking = ply >= last ? null : Math.max(0, ply);
  advice = null;
  const told = await attempt(parts.said, () => api(path(`/plies/${looking === null ? last : looking}`)));
  if (!told) return;
  shown = told;
  render();
}

function status() {
  const { position, thinking, running, end } = course;
  let text;
  if (!isLast()) text = `After ${looking} of ${moves.length} moves.`;
  else if (end) text = `The game is over: ${end.words}.`;
  else if (thinking) text = `Player ${thinking.player}, ${names()[thinking.player]}, is thinking …`;
  else if (mine()) text = `Your move${about.seats.length > 1 ? `, player ${position.to_move}` : ""}.`;
  else if (!running) text = "Paused.";
  else text = `Player ${position.to_move}, ${names()[position.to_move]}, is to move.`;
  parts.status.textContent = text;
}

let staged = "";

function stage() {
  // What is picked up stays picked up as long as nothing has changed.
  const now = JSON.stringify([shown.ply, shown.text, mine(), turned, Boolean(shown.thought), advice && advice.choice]);
  if (now === staged) return;
  staged = now;
  const thought = advice || shown.thought || null;
  const options = { legal: shown.legal, last: shown.last, thought, turned, make: mine() ? make : null };
  if (shown.scene && shown.scene.kind === "board") {
    const had = document.activeElement && document.activeElement.getAttribute("data-square");
    const drawn = board(shown.scene, options);
    parts.stage.replaceChildren(el("div", { class: "stage" }, drawn));
    if (had) {
      const again = drawn.querySelector(`[data-square="${CSS.escape(had)}"]`);
      if (again) { again.setAttribute("tabindex", 0); again.focus({ preventScroll: true }); }
    }
  } else if (shown.scene) {
    parts.stage.replaceChildren(table(shown.scene, names(), shown.to_move));
  } else if (shown.picture) {
    const ply = shown.ply, made = picture(shown.picture + query, thought);
    const text = el("details", {}, el("summary", {}, "as text"), el("pre", { class: "text-board" }, shown.text));
    // The picture before stays until this one can be drawn.
    made.ready.then(() => { if (shown.ply === ply) parts.stage.replaceChildren(made.node, text); });
  } else {
    parts.stage.replaceChildren(el("pre", { class: "text-board", "aria-label": "the board as text" }, shown.text));
  }
}

function choices() {
  if (!mine()) return parts.choices.replaceChildren();
  const legal = shown.legal;
  const pointed = shown.scene && shown.scene.kind === "board";
  const unpointed = legal.filter(choice => !pointed || !(choice.to || []).length);
  const button = choice => el("button", { type: "button", "data-move": choice.label, onclick: () => make([choice.label]) }, choice.label);
  const field = el("input", { name: "move", autocomplete: "off", spellcheck: "false", placeholder: legal.length ? `a move, as in ${legal[0].engine || legal[0].label}` : "", "aria-label": "a move as text" });
  const typed = event => { event.preventDefault(); if (field.value.trim()) make([field.value.trim()]); };
  parts.choices.replaceChildren(
    unpointed.length > 0 ? el("div", { class: "choices" + (unpointed.length <= 8 ? " big" : "") }, unpointed.map(button)) : "",
    el("details", { open: !pointed && unpointed.length > 8 ? true : false }, el("summary", {}, `${legal.length} legal moves, or type one`),
      el("form", { class: "row", onsubmit: typed }, field, el("button", { type: "submit" }, "Move")),
      pointed ? el("div", { class: "choices" }, legal.map(button)) : ""));
}

const PACES = [["as fast as it goes", 0], ["10 a second", 100], ["4 a second", 250], ["1 a second", 1000], ["every 3 s", 3000]];

function bar() {
  const button = (text, act, more = {}) => el("button", { type: "button", onclick: act, ...more }, text);
  const pace = el("select", { "aria-label": "pace of agents", onchange: event => send("/control", { pace_ms: Number(event.target.value) }) },
    PACES.map(([text, value]) => el("option", { value }, text)));
  const known = PACES.some(([, value]) => value === course.pace_ms);
  pace.value = known ? course.pace_ms : 0;
  const agents = about.seats.some(seat => !seat.human);
  const video = realTime();
  parts.bar.replaceChildren(
    el("div", { class: "row" },
      button("|◀", () => go(0), { "aria-label": "to the start" }), button("◀", () => go((looking === null ? moves.length : looking) - 1), { "aria-label": "one move back" }),
      button("▶", () => go((looking === null ? moves.length : looking) + 1), { "aria-label": "one move on" }), button("▶|", () => go(moves.length), { "aria-label": "to the last move" }),
      shown.scene && shown.scene.kind === "board" && button("Turn", () => { turned = !turned; render(); })),
    el("div", { class: "row" },
      mine() && button("Hint", hint, { id: "hint" }),
      people() && button("Take back", () => { looking = null; send("/take-back"); }, { id: "take-back", disabled: moves.length === 0 }),
      agents && !course.end && (course.running && (!people() || course.thinking)
        ? button("Pause", () => send("/stop"), { id: "pause" })
        : !people() || !course.running ? button("Play", () => { looking = null; send("/control", { run: true }); }, { id: "run", class: "primary" }) : ""),
      agents && !people() && !course.end && button("Step", () => { looking = null; send("/control", { step: true }); }, { id: "step" }),
      button("New game", async () => { const made = await send("/again"); if (made) enter(made); }, { id: "again", title: "the same players, fresh chance" }),
      agents && !people() && pace),
    el("div", { class: "row" }, video));
}

// Video games: arrows and w, a, s, d; the space bar uses; nothing held means nothing done.
const ACTIONS = {
  ArrowLeft: ["LEFT", "left"], ArrowRight: ["RIGHT", "right"], ArrowUp: ["UP", "up"], ArrowDown: ["DOWN", "down"],
  a: ["LEFT", "left"], d: ["RIGHT", "right"], w: ["UP", "up"], s: ["DOWN", "down"], " ": ["USE", "use"],
};
const IDLE = ["NIL", "nil", "stay"];
const among = words => course.position.legal.map(choice => choice.label).find(label => (words || []).includes(label));
const hasKeys = () => people() && about.seats.length === 1 && course.position.legal.some(choice => Object.values(ACTIONS).flat().includes(choice.label));
let clock = null, rate = 0;

function realTime() {
  if (!hasKeys()) return null;
  const select = el("select", { "aria-label": "real time", onchange: event => { rate = Number(event.target.value); tick(); event.target.blur(); } },
    [["step by step", 0], ["4 ticks a second", 4], ["8 ticks a second", 8], ["15 ticks a second", 15]].map(([text, value]) => el("option", { value }, text)));
  select.value = rate;
  return el("label", { class: "inline" }, el("span", {}, "keys: arrows, space;"), select);
}

function tick() {
  clearInterval(clock);
  if (rate === 0) return;
  clock = setInterval(() => {
    if (course.end || !mine()) return;
    const label = among(ACTIONS[held]) || among(IDLE);
    if (label) make([label]);
  }, 1000 / rate);
}

function listed() {
  const at = looking === null ? moves.length : looking;
  const button = (ply, label, value) => el("button", { type: "button", "aria-current": ply === at ? "true" : false, onclick: () => go(ply) }, label, value !== undefined && el("small", {}, " " + value.toFixed(2)));
  const first = Math.max(0, moves.length - 400);
  parts.moves.replaceChildren(el("h2", {}, "Moves"), el("div", { class: "moves" }, button(0, "start"),
    moves.slice(first).map((move, index) => button(first + index + 1, move.label === null ? "hidden" : move.label, move.value))));
  const current = parts.moves.querySelector("[aria-current]");
  const box = parts.moves.querySelector(".moves");
  if (current) box.scrollTop = current.offsetTop - box.offsetTop - 60;
  const drawn = graph(moves, about.zero_sum, about.seats.length, at, go);
  parts.graph.replaceChildren(...(drawn ? [el("h2", {}, about.zero_sum && about.seats.length === 2 ? "Values, for player 0" : "Values"), drawn] : []));
}

let asked = 0;
async function thinking() {
  const number = ++asked;
  if (advice) return parts.thought.replaceChildren(el("h2", {}, "Hint"), thoughts(advice));
  if (shown.thought) return parts.thought.replaceChildren(el("h2", {}, "What it thinks here"), thoughts(shown.thought));
  const before = (looking === null ? moves.length : looking) - 1;
  if (before < 0 || about.guarded || about.seats[moves[before].player].human) return parts.thought.replaceChildren();
  // Not while a game flies by.
  if (isLast() && course.running && !people() && course.pace_ms < 200 && !course.end) return;
  const told = await api(path(`/plies/${before}`)).catch(() => null);
  if (number !== asked || !told || !told.thought) return;
  parts.thought.replaceChildren(el("h2", {}, "What it thought before its move"), thoughts(told.thought),
    told.thought.moves.length + told.thought.lines.length > 0
      ? el("p", {}, el("button", { type: "button", onclick: () => go(before), id: "on-board" }, "Show it on the board")) : "");
}

function render() {
  stage();
  status();
  choices();
  bar();
  listed();
  thinking();
  parts.points.textContent = shown.points && about.seats.length > 0
    ? "points: " + shown.points.map((points, seat) => `${about.seats.length > 1 ? `player ${seat}: ` : ""}${Math.round(points * 1000) / 1000}`).join(" · ") : "";
  if (course.problem && isLast()) parts.said.replaceChildren(problem(course.problem));
}

function keyed(event) {
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.type === "keyup") { if (held === event.key) held = null; return; }
  if (hasKeys() && ACTIONS[event.key] && isLast()) {
    event.preventDefault();
    held = event.key;
    if (rate === 0 && mine()) { const label = among(ACTIONS[event.key]); if (label) make([label]); }
    return;
  }
  if (event.key === "ArrowLeft") go((looking === null ? moves.length : looking) - 1);
  else if (event.key === "ArrowRight") go((looking === null ? moves.length : looking) + 1);
  else if (event.key === "Home") go(0);
  else if (event.key === "End") go(moves.length);
  else if (event.key === " " && event.target === document.body && !people() && !course.end) {
    event.preventDefault();
    course.running ? send("/stop") : send("/control", { run: true });
  }
}

function begin() {
  const own = keys.of(id).map((seat, number) => [seat, number]).filter(([seat]) => seat && about.guarded);
  show(el("div", { class: "play" },
    el("section", {}, parts.status, parts.stage, parts.points, parts.said, parts.choices),
    el("section", { class: "panel" },
      el("div", {}, el("h1", {}, about.entry), el("small", {}, about.game !== about.entry && [about.game, el("br")], about.seats.map((seat, number) => `${about.seats.length > 1 ? `${number}: ` : ""}${names()[number]}`).join(" · "))),
      own.length > 1 && el("p", {}, "Seats of yours: ", own.map(([seat, number]) => [el("a", { href: `/session/${id}#key=${seat}`, target: "_blank" }, `player ${number}`), " "])),
      parts.bar, parts.moves, parts.graph, parts.thought,
      el("details", {}, el("summary", {}, "rules, seed and position"),
        el("p", {}, about.rules || about.about),
        !about.guarded && el("p", {}, "Seed ", el("code", {}, String(about.seed)), ": `ludometer play --seed` plays with the same chance."),
        el("p", { id: "notation", class: "mono" })))));
  document.addEventListener("keydown", keyed);
  document.addEventListener("keyup", keyed);
  window.addEventListener("blur", () => { held = null; });
}

function told(next) {
  moves = moves.slice(0, next.from).concat(next.moves);
  course = next;
  if (looking !== null && looking > moves.length) looking = null;
  if (isLast()) {
    if (!shown || shown.ply !== next.position.ply || shown.text !== next.position.text) advice = null;
    shown = next.position;
  }
  render();
  const line = document.getElementById("notation");
  if (line) line.textContent = next.position.notation || "";
}

try {
  const first = await api(path(""));
  about = first.about;
  document.title = `${about.game} · ludometer`;
  course = first.course;
  shown = course.position;
  turned = about.entry === "chess" && about.seats.length === 2 && about.seats[1].human && !about.seats[0].human;
  begin();
  told(first.course);
  const events = new EventSource("/api" + path("/events"));
  let fresh = true;
  events.addEventListener("open", () => { fresh = true; });
  events.addEventListener("message", event => {
    const next = JSON.parse(event.data);
    // A stream that begins tells everything.
    if (fresh) { moves = []; fresh = false; }
    told(next);
  });
  events.addEventListener("error", () => { parts.status.textContent = "The server does not answer; trying again …"; });
} catch (error) {
  show(problem(error), el("p", {}, el("a", { href: "/" }, "To the games")));
}
