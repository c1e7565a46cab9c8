// Pieces on squares of 60 units.

import { draw } from "./studio.js";

// Chess pieces as outlines in a square of 60 units.
const BASE = "M14 52h32v-4l-4-4H18l-4 4z";
const CHESS = {
  p: "M30 12a7 7 0 0 1 5 12l-1 1 5 3-3 3 3 13H21l3-13-3-3 5-3-1-1a7 7 0 0 1 5-12z" + BASE,
  r: "M17 10h6v5h4v-5h6v5h4v-5h6v11l-5 4v15l3 4H19l3-4V25l-5-4z" + BASE,
  n: "M20 44c0-9 4-13 9-17l-8 3-4 4-5-4 7-12 5-4 1-6 5 5c10 1 15 9 15 19 0 5-1 9-2 12zM25 18a1.6 1.6 0 1 0 .1 0z" + BASE,
  b: "M30 7a3 3 0 0 1 2 5c6 4 9 9 9 14 0 4-2 7-5 9l-3 1 4 8H23l4-8-3-1c-3-2-5-5-5-9 0-5 3-10 9-14a3 3 0 0 1 2-5zM29 20v4h-4v3h4v5h3v-5h4v-3h-4v-4z" + BASE,
  q: "M30 7a3 3 0 0 1 1.6 5.6L36 25l7-9a3 3 0 1 1 3 1l-5 18 1 9H18l1-9-5-18a3 3 0 1 1 3-1l7 9 4.4-12.4A3 3 0 0 1 30 7z" + BASE,
  k: "M28.5 5h3v4h4v3h-4v5c4-3 13-2 13 6 0 7-6 10-6 14l1 7H20.500l1-7c0-4-6-7-6-14 0-8 9-9 13-6v-5h-4V9h4z" + BASE,
};
const NAMES = { p: "pawn", r: "rook", n: "knight", b: "bishop", q: "queen", k: "king" };

/** What a piece is called. */
export function called(style, piece) {
  if (!piece) return "empty";
  if (style === "chess") return `${piece === piece.toUpperCase() ? "white" : "black"} ${NAMES[piece.toLowerCase()]}`;
  if (style === "tiles") return `tile ${piece}`;
  if (style === "marks") return piece === "X" ? "cross" : "nought";
  return piece === "X" ? "dark" : "light";
}

/** A piece with its upper left corner at the origin. */
export function drawn(style, piece) {
  if (!piece) return null;
  switch (style) {
    case "chess":
      return draw("path", { d: CHESS[piece.toLowerCase()], class: piece === piece.toUpperCase() ? "white" : "black", "fill-rule": "evenodd" });
    case "marks":
      return piece === "X"
        ? draw("path", { d: "M16 16 44 44M44 16 16 44", class: "cross" })
        : draw("circle", { cx: 30, cy: 30, r: 16, class: "nought" });
    case "tiles":
      return draw("g", {}, draw("rect", { x: 4, y: 4, width: 52, height: 52, rx: 8, class: "tile" }),
        draw("text", { x: 30, y: 38.5, "text-anchor": "middle", class: "tile-text" }, piece));
    default:
      return draw("circle", { cx: 30, cy: 30, r: 24, class: piece === "X" ? "black" : "white" });
  }
}
