// Markdown as tokens: pages draw them as elements, and nothing is ever set as HTML.

import { lexer, type MarkedToken } from "marked";

/** The blocks of a text, without what shows nothing. */
export function blocks(text: string): MarkedToken[] {
  return (lexer(text) as MarkedToken[]).filter(({ type }) => type !== "space" && type !== "def");
}
