// A new game: its parameters, who sits where, and the limits of agents.

import { api, attempt, el, enter, problem, show } from "./studio.js";
import { entryFields, opponent, seatPicker } from "./forms.js";

const query = new URLSearchParams(location.search);
let spec = query.get("game") || "tic-tac-toe";
let wanted = query.get("seats") ? query.get("seats").split(";") : null;

async function page() {
  const games = await api("/games");
  const entry = games.find(game => game.name === spec.split("(")[0]) || games[0];
  const inside = await api(`/inside?game=${encodeURIComponent(spec)}`).catch(error => error);
  const said = el("div");
  const text = el("input", { value: spec, class: "mono", spellcheck: "false", autocomplete: "off", list: "examples" });
  const again = () => { spec = text.value.trim(); wanted = null; page(); };
  const fields = entryFields(entry, null, () => { text.value = fields.read(); });
  const game = el("section", { class: "card" },
    el("h1", {}, entry.name), el("p", {}, entry.about), entry.rules && el("p", {}, entry.rules),
    entry.params.length > 0 && [
      el("details", {}, el("summary", {}, "parameters of the game"), fields.node),
      el("div", { class: "row" }, el("label", {}, el("span", {}, "the game as text"), text), el("button", { type: "button", onclick: again }, "Take these")),
      el("datalist", { id: "examples" }, entry.examples.map(value => el("option", { value }))),
    ]);
  if (inside instanceof Error) return void show(game, problem(inside));

  const watch = query.has("watch");
  const seats = [];
  for (let seat = 0; seat < inside.players; seat++) {
    const human = !watch && (inside.players === 1 || seat === (entry.name === "omaha" ? inside.players - 1 : 0));
    const first = wanted && wanted[seat] || (human ? "human" : opponent(inside));
    seats.push(seatPicker(inside.players === 1 ? "Player" : `Player ${seat}`, inside, first));
  }
  const start = el("input", { class: "mono", placeholder: "start", list: "starts", spellcheck: "false", autocomplete: "off" });
  const seed = el("input", { type: "number", min: 0, placeholder: "fresh" });
  const time = el("input", { type: "number", min: 1, placeholder: "no limit" });
  const steps = el("input", { type: "number", min: 1, placeholder: "no limit" });
  const whole = field => field.value ? Math.round(Number(field.value)) : undefined;
  const begin = event => {
    event.preventDefault();
    attempt(said, async () => enter(await api("/sessions", {
      game: inside.game, seats: seats.map(seat => seat.read()), start: start.value.trim() || undefined,
      seed: whole(seed), time_ms: whole(time), steps: whole(steps),
    })));
  };
  const labelled = (label, field) => el("label", {}, el("span", {}, label), field);
  show(game, el("form", { onsubmit: begin },
    el("h2", {}, "Who plays"),
    el("div", { class: "grid" }, seats.map(seat => seat.node)),
    el("details", {}, el("summary", {}, "start, chance and limits"),
      el("div", { class: "fields" },
        labelled("where it begins", start),
        el("datalist", { id: "starts" }, inside.starts.map(entry => el("option", { value: entry.name }, entry.about))),
        labelled("random seed", seed),
        labelled("time of each decision of an agent, in ms", time),
        labelled("forward-model calls of each decision", steps))),
    said,
    el("p", { class: "row" }, el("button", { class: "primary", type: "submit", id: "begin" }, "Begin"))));
}

page().catch(error => show(problem(error)));
