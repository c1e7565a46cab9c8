// The first page: games to begin and games that go on.

import { api, el, keys, problem, show } from "./studio.js";

const TRY = [
  ["Play Othello", "against UCT, and see its tree as marks on the board", "/new?game=othello&seats=human;uct(playouts%3D1000)"],
  ["Watch a video game", "rolling horizon evolution plans its way through Lanterns", "/new?game=vgdl(name%3D'lanterns')&seats=rhea"],
  ["Ask for a hint in chess", "and see what the search expects of every move", "/new?game=chess&seats=human;pvs(t%3D4)"],
  ["Run an experiment", "and see its table fill", "/experiments/plan/slide-depth4"],
];

function game(entry) {
  const name = entry.examples[0] && entry.params.some(param => param.default === null) ? entry.examples[0] : entry.name;
  const link = `/new?game=${encodeURIComponent(name)}`;
  // A person who holds no key does nothing.
  const idle = entry.params.some(param => param.name === "nil") && name.endsWith(")");
  const own = idle ? `/new?game=${encodeURIComponent(name.slice(0, -1) + ", nil=yes)")}` : link;
  return el("article", { class: "card" },
    el("h3", {}, entry.name), el("p", {}, entry.about),
    el("div", { class: "row" },
      el("a", { class: "button primary", href: own, "aria-label": `Play ${entry.name}` }, "Play"),
      el("a", { class: "button", href: link + "&watch", "aria-label": `Watch ${entry.name}` }, "Watch agents")));
}

function session(line) {
  const key = line.guarded ? keys.of(line.id).find(Boolean) : null;
  const title = `${line.game}, ${line.moves} moves${line.over ? ", over" : ""}`;
  const open = line.guarded && !key ? title : el("a", { href: `/session/${line.id}` + (key ? `#key=${key}` : "") }, title);
  return el("li", {}, open, " ", el("small", {}, line.seats.join(" – ")));
}

try {
  const [games, sessions] = await Promise.all([api("/games"), api("/sessions")]);
  show(
    el("h1", {}, "What shall be played?"),
    el("p", { class: "quiet" }, "Every game can be played against agents, by agents alone, or by people who share this page."),
    el("div", { class: "grid" }, games.map(game)),
    el("h2", {}, "Four things to try"),
    el("div", { class: "grid" }, TRY.map(([title, about, link]) =>
      el("article", { class: "card" }, el("h3", {}, el("a", { href: link }, title)), el("p", {}, about)))),
    sessions.length > 0 && [el("h2", {}, "Games that are open"), el("ul", {}, sessions.map(session))],
  );
} catch (error) {
  show(problem(error));
}
