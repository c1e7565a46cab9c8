// What all pages share: the API, elements, problems, keys of seats.

const NS = "http://www.w3.org/2000/svg";

/** Asks the API; what is refused is thrown with its words and its remedy. */
export async function api(path, body, method = body === undefined ? "GET" : "POST") {
  const options = { method, headers: {} };
  if (body !== undefined) {
    options.headers["content-type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  let answer;
  try {
    answer = await fetch("/api" + path, options);
  } catch {
    throw new Refused({ error: "the server does not answer", remedy: "see whether `ludometer serve` still runs" });
  }
  const told = await answer.json().catch(() => ({ error: `the server answers ${answer.status}` }));
  if (!answer.ok) throw new Refused(told);
  return told;
}

/** A request that was refused. */
export class Refused extends Error {
  constructor({ error, remedy, place }) {
    super(error);
    this.remedy = remedy;
    this.place = place;
  }
}

function fill(made, attributes, inside) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "value") made.value = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...inside.flat(Infinity).filter(part => part !== null && part !== undefined && part !== false));
  return made;
}

/** An element. */
export const el = (name, attributes, ...inside) => fill(document.createElement(name), attributes, inside);

/** An element of a drawing. */
export const draw = (name, attributes, ...inside) => fill(document.createElementNS(NS, name), attributes, inside);

/** The main part of the page with this content. */
export function show(...parts) {
  const main = document.getElementById("main");
  main.replaceChildren(...parts.flat(Infinity).filter(Boolean));
  return main;
}

/** A problem in words. */
export function problem(error) {
  const place = error.place ? ` (${error.place.of}, line ${error.place.line}, character ${error.place.column})` : "";
  return el("div", { class: "problem", role: "alert" }, el("b", {}, (error.error || error.message) + place), error.remedy || "");
}

/** Does something, and says below `where` what went wrong. */
export async function attempt(where, work) {
  where.replaceChildren();
  try {
    return await work();
  } catch (error) {
    where.replaceChildren(problem(error));
    return undefined;
  }
}

/** Keys of the seats that were opened in this browser, by session. */
export const keys = {
  of(id) {
    try { return JSON.parse(localStorage.getItem("seats-" + id)) || []; } catch { return []; }
  },
  keep(id, list) {
    try { localStorage.setItem("seats-" + id, JSON.stringify(list)); } catch { /* the address has the key */ }
  },
};

/** Goes to a session that was opened just now. */
export function enter({ id, guarded, keys: list }) {
  keys.keep(id, list);
  const key = guarded ? list.find(Boolean) : null;
  location.href = `/session/${id}` + (key ? `#key=${key}` : "");
}

/** A number without superfluous digits. */
export function number(value) {
  if (value === null || value === undefined) return "";
  if (Number.isInteger(value)) return String(value).replace("-", "−");
  const size = Math.abs(value);
  const text = size >= 1e5 || size < 1e-3 ? value.toExponential(2) : value.toFixed(size >= 100 ? 1 : 3);
  return text.replace("-", "−");
}

/** Seconds as people say them. */
export function duration(seconds) {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
