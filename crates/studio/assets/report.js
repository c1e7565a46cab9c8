// Documents of tables and plots.

import { el } from "./studio.js";

/** Code, emphasis and links of a paragraph. */
function marked(text) {
  return text.split(/(`[^`]+`|\*[^*]+\*|\[[^\]]+\]\([^)]+\))/).map(part => {
    if (part.startsWith("`") && part.length > 2) return el("code", {}, part.slice(1, -1));
    if (part.startsWith("*") && part.length > 2) return el("em", {}, part.slice(1, -1));
    const link = part.match(/^\[([^\]]+)\]\((#|https?:)[^)]*\)$/);
    return link ? link[1] : part;
  });
}

function table(told) {
  const kind = index => ["right", "decimal"].includes(told.columns[index].align) ? "number" : false;
  const sign = { good: "✓ ", bad: "✗ " };
  const cell = (value, index) => el("td", { class: kind(index) }, (sign[value.mark] || "") + (value.text || "").replace(/^-/, "−"), value.detail && el("small", {}, value.detail));
  return el("figure", {}, told.title && el("figcaption", {}, told.title),
    el("div", { class: "table", tabindex: 0, role: "region", "aria-label": told.title },
      el("table", {}, el("thead", {}, el("tr", {}, told.columns.map((column, index) => el("th", { class: kind(index), scope: "col" }, column.title)))),
        el("tbody", {}, told.rows.map(row => el("tr", {}, row.map(cell)))))),
    (told.notes || []).map(note => el("small", {}, el("p", {}, marked(note)))));
}

/** The blocks of a document; `address` says where its figures are. */
export function report(blocks, address) {
  return blocks.map(block => {
    if (block.heading !== undefined) return el("h2", {}, block.heading);
    if (block.text !== undefined) return block.text.split(/\n\s*\n/).map(part => el("p", {}, marked(part)));
    if (block.verdict !== undefined) return el("p", {}, el("strong", {}, marked(block.verdict)));
    if (block.table !== undefined) return table(block.table);
    if (block.figure !== undefined) return el("figure", {}, el("img", { src: address(block.figure), alt: block.title || "a plot", loading: "lazy" }));
    return "";
  });
}
