// A plan or a tuning: what is stored, the run that goes on, its tables, and its text.

import { api, attempt, draw, duration, el, number, problem, show } from "./studio.js";
import { report } from "./report.js";

const [, , kind, name] = location.pathname.split("/").map(decodeURIComponent);
const query = new URLSearchParams(location.search);
let size = query.get("size") === "full" ? "full" : "quick";
let run = null, events = null, stored = null;
const tables = el("section", { "aria-label": "results" }), said = el("div"), bar = el("div"), buttons = el("div", { class: "row" });

const going = () => run && ["reading", "running", "stopping"].includes(run.phase);
const address = `/experiments/${kind}/${encodeURIComponent(name)}`;

function curve(points) {
  if (points.length < 2) return null;
  const width = 640, height = 200, left = 60;
  const values = points.map(point => point[1]), low = Math.min(...values), high = Math.max(...values), most = points[points.length - 1][0];
  const x = trials => left + (width - left - 10) * trials / most, y = value => 10 + (height - 30) * (high === low ? .5 : (high - value) / (high - low));
  return el("figure", {}, el("figcaption", {}, "Mean of the last batches"), draw("svg", { class: "graph", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `learning curve, now ${number(values[values.length - 1])}` },
    draw("g", { class: "s0" }, draw("polyline", { points: points.map(([trials, value]) => `${x(trials)},${y(value)}`).join(" ") })),
    draw("text", { x: left - 5, y: y(high) + 4, "text-anchor": "end" }, number(high)), draw("text", { x: left - 5, y: y(low) + 4, "text-anchor": "end" }, number(low)),
    draw("text", { x: width - 10, y: height - 5, "text-anchor": "end" }, `${most} trials`)));
}

function progress() {
  const done = run ? run.stored : stored.stored, of = run && run.of ? run.of : stored.of;
  const words = [];
  if (run) words.push({ reading: "reading", running: "running", stopping: "stopping after the games in progress", complete: "complete", stopped: "stopped", failed: "failed" }[run.phase]);
  if (done !== undefined && of) words.push(`${number(done)} of ${number(of)} stored`);
  if (run && run.rate && going()) words.push(`${number(Math.round(run.rate * 10) / 10)} a second`);
  if (run && run.left_s !== undefined && going()) words.push(`${duration(run.left_s)} left`);
  if (run && run.words) words.push(run.words);
  bar.replaceChildren(el("p", { id: "progress", role: "status" }, words.join(", ")),
    of ? el("progress", { max: of, value: done || 0, "aria-label": "stored" }) : "",
    run && run.problem ? problem(run.problem) : "",
    (run && run.curve && curve(run.curve)) || "");
  buttons.replaceChildren(
    el("button", { type: "button", class: "primary", id: "start", disabled: Boolean(going()), onclick: () => start() }, done > 0 && done < of ? "Resume" : "Start"),
    el("button", { type: "button", id: "stop", disabled: !going() || run.phase === "stopping", onclick: () => attempt(said, () => api(`/runs/${run.id}/stop`, {})) }, "Stop"));
}

function results() {
  if (run && run.report) tables.replaceChildren(...report(run.report, figure => `/api/runs/${run.id}/figures/${figure}?edition=${run.edition}`).flat());
}

function watch(id) {
  if (events) events.close();
  events = new EventSource(`/api/runs/${id}/events`);
  events.addEventListener("message", event => {
    const next = JSON.parse(event.data), earlier = run && run.report;
    const fresh = Boolean(next.report);
    run = next;
    if (!fresh) run.report = earlier;
    progress();
    if (fresh) results();
    if (!going()) events.close();
  });
}

async function start(text) {
  const begun = await attempt(said, () => api("/runs", { kind, name, size, text }));
  if (!begun) return;
  run = begun;
  progress();
  watch(run.id);
}

function editor() {
  const text = el("textarea", { spellcheck: "false", "aria-label": `the text of ${name}`, value: stored.text });
  const verdict = el("div", { id: "verdict", "aria-live": "polite" });
  const check = async () => {
    try {
      const read = await api("/check", { kind, name, text: text.value });
      verdict.replaceChildren(el("p", {}, `Reads well: ${read.cells} ${kind === "plan" ? "cells" : "arms"}, ${number(read.quick)} at quick size, ${number(read.full)} at full size.`));
      return true;
    } catch (error) {
      verdict.replaceChildren(problem(error));
      if (error.place) {
        const { line, column, length } = error.place;
        const before = text.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
        const words = text.value.split("\n")[line - 1] || "";
        verdict.append(el("pre", {}, `${words}\n${" ".repeat(column - 1)}${"^".repeat(length)}`));
        const goTo = () => { text.focus(); text.setSelectionRange(before + column - 1, before + column - 1 + length); };
        verdict.append(el("button", { type: "button", onclick: goTo }, "Go there"));
      }
      return false;
    }
  };
  let waiting = null;
  text.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(check, 500); });
  return el("details", { id: "editor" }, el("summary", {}, "Its text: edit a copy"),
    el("p", { class: "quiet" }, "The copy is yours until the page is closed. Cells that say the same as before keep their rows."),
    text, verdict,
    el("div", { class: "row" }, el("button", { type: "button", id: "check", onclick: check }, "Check"),
      el("button", { type: "button", id: "run-copy", onclick: async () => { if (await check()) start(text.value); } }, "Run the copy")));
}

async function page() {
  stored = await api(`${address}?size=${size}`);
  const runs = await api("/runs");
  const known = runs.find(one => one.name === name && one.kind === kind && one.size === size);
  const choose = el("select", { "aria-label": "size", onchange: event => { location.search = `?size=${event.target.value}`; } },
    ["quick", "full"].map(word => el("option", { value: word }, `${word} size`)));
  choose.value = size;
  show(el("p", {}, el("a", { href: "/experiments" }, "Experiments")), el("h1", {}, stored.title),
    el("div", { class: "row" }, el("div", {}, choose), buttons), said, bar, tables, editor());
  document.title = `${name} · ludometer`;
  if (!stored.report) tables.replaceChildren(el("p", {}, stored.about));
  else tables.replaceChildren(...report(stored.report, figure => `/api${address}/figures/${figure}?size=${size}`).flat());
  if (known) { run = known; watch(known.id); }
  progress();
}

page().catch(error => show(problem(error)));
