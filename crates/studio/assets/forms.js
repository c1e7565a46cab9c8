// Forms made from what the registry declares.

import { el } from "./studio.js";

let number = 0;
const fresh = word => `${word}-${++number}`;

/** An input for a parameter; `read` gives its text in a spec, or nothing where the default holds. */
function input(param, inside) {
  const name = { "aria-label": param.name, name: param.name };
  const label = node => el("label", {}, el("span", {}, `${param.name}: ${param.about}`), node);
  const typed = (attributes, text = value => value) => {
    const node = el("input", { ...name, placeholder: param.default === null ? param.takes : param.default, autocomplete: "off", ...attributes });
    return { node: label(node), field: node, read: () => node.value.trim() ? `${param.name}=${text(node.value.trim())}` : null };
  };
  const listed = words => {
    const id = fresh("list");
    const made = typed({ list: id });
    made.node.append(el("datalist", { id }, words.map(word => el("option", { value: word }))));
    return made;
  };
  switch (param.kind) {
    case "whole": return typed({ type: "number", step: 1, min: param.low, max: param.high });
    case "real": return typed({ type: "number", step: "any", min: param.low, max: param.high });
    case "text": return typed({ type: "text", placeholder: (param.default || "").replace(/^'|'$/g, "") }, value => `'${value}'`);
    case "choice": {
      const node = el("select", name, param.words.map(word => el("option", { value: word }, word)));
      node.value = param.default;
      return { node: label(node), field: node, read: () => node.value && node.value !== param.default ? `${param.name}=${node.value}` : null };
    }
    case "entry": {
      const agents = inside ? inside.agents.map(agent => agent.name) : [];
      const leaves = inside ? [...inside.evaluators, ...inside.measures] : [];
      return listed(param.of === "agent" ? agents : param.of === "measure" && inside ? inside.measures : leaves);
    }
    default: return typed({});
  }
}

/** The fields of an entry; `read` gives its spec. */
export function entryFields(entry, inside, changed) {
  const inputs = entry.params.map(param => input(param, inside));
  const node = el("div", { class: "fields", oninput: changed }, inputs.map(made => made.node));
  const read = () => {
    const given = inputs.map(made => made.read()).filter(Boolean);
    return entry.name + (given.length ? `(${given.join(", ")})` : "");
  };
  return { node, read };
}

/** A choice of who sits in a seat: a list, fields for parameters, and the spec itself, which may be edited. */
export function seatPicker(title, inside, first) {
  const spec = el("input", { value: first, spellcheck: "false", autocomplete: "off", class: "mono", "aria-label": `${title}: as text` });
  const about = el("p", { class: "quiet" });
  const fields = el("div");
  const options = [el("option", { value: "human" }, "a person (human)")];
  options.push(...inside.agents.map(agent => el("option", { value: agent.name }, agent.name)));
  const select = el("select", { "aria-label": title }, options);
  const named = () => spec.value.trim().split("(")[0];
  const look = () => {
    const agent = inside.agents.find(known => known.name === select.value);
    about.textContent = agent ? agent.about : "moves by clicks, keys or text";
    if (!agent || agent.params.length === 0) return fields.replaceChildren();
    const made = entryFields(agent, inside, () => { spec.value = made.read(); });
    fields.replaceChildren(el("details", {}, el("summary", {}, "parameters"), made.node));
  };
  select.addEventListener("change", () => { spec.value = select.value === "human" ? "human" : suggested(select.value); look(); });
  spec.addEventListener("input", () => {
    const known = [...select.options].some(option => option.value === named());
    if (known && select.value !== named()) { select.value = named(); look(); }
  });
  select.value = named();
  look();
  const node = el("fieldset", { class: "card" }, el("legend", {}, title), select, about, fields,
    el("label", {}, el("span", {}, "as text"), spec));
  return { node, read: () => spec.value.trim() };
}

/** An agent with settings that answer in about a second. */
export function suggested(name) {
  const known = {
    uct: "uct(playouts=300)", pvs: "pvs(t=4)", mia: "mia(t=4)", depth: "depth(t=3)", alphabeta: "alphabeta(t=4)",
    flat: "flat(playouts=50)", "depth-fast": "depth-fast(t=6, leaf=manhattan)",
  };
  return known[name] || name;
}

/** The agent that is offered first. */
export function opponent(inside) {
  const wanted = inside.players === 1 ? ["depth-fast", "rhea", "uct"] : ["mcraise", "mia", "pvs", "uct", "random"];
  const found = wanted.find(name => inside.agents.some(agent => agent.name === name));
  return suggested(found || "random");
}
