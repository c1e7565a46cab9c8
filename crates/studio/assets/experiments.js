// The list of plans and tunings.

import { api, el, number, problem, show } from "./studio.js";

const rows = (kind, list, cells) => el("div", { class: "table", tabindex: 0, role: "region", "aria-label": `${kind}s` }, el("table", {},
  el("thead", {}, el("tr", {}, ["name", "about", cells, "quick", "full"].map((word, index) => el("th", { class: index > 1 ? "number" : false, scope: "col" }, word)))),
  el("tbody", {}, list.map(entry => el("tr", {},
    el("td", {}, el("a", { href: `/experiments/${kind}/${entry.name}` }, entry.name)),
    el("td", {}, entry.title, entry.error && el("small", {}, entry.error)),
    el("td", { class: "number" }, number(entry.cells)), el("td", { class: "number" }, number(entry.quick)), el("td", { class: "number" }, number(entry.full)))))));

try {
  const [list, runs] = await Promise.all([api("/experiments"), api("/runs")]);
  show(
    el("h1", {}, "Experiments"),
    el("p", { class: "quiet" }, "What is played goes into the store of this server, as on the command line: it can be stopped at any time and goes on from there."),
    runs.length > 0 && [el("h2", {}, "Since the server was started"), el("ul", {}, runs.map(run =>
      el("li", {}, el("a", { href: `/experiments/${run.kind}/${run.name}?size=${run.size}` }, run.name), ` ${run.size}: ${run.phase}, ${number(run.stored)} of ${number(run.of)}`)))],
    el("h2", {}, "Plans"), rows("plan", list.plans, "cells"),
    el("h2", {}, "Tunings"), rows("tuning", list.tunings, "arms"),
  );
} catch (error) {
  show(problem(error));
}
