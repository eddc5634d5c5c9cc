// SPDX-License-Identifier: Apache-2.0
// Terms.tsx: sentences in which the words of the table explain themselves: whoever points at one, or taps it, reads
// what it means. What they mean says the engine.
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { Engine } from "../engine/engine";
import type { Term } from "../engine/types";

export type Glossary = { find: RegExp; terms: Map<string, Term>; picture(tile: string): string };

const plain = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The terms of the game, the longest first, so that a "par price" is no "par". */
export function useGlossary(engine: Engine, title: string | undefined): Glossary | null {
  return useMemo(() => {
    const terms = title ? engine.words() : [];
    if (!terms.length) return null;
    const byWord = new Map(terms.map((t) => [t.term.toLowerCase(), t]));
    const words = terms.map((t) => plain(t.term)).sort((a, b) => b.length - a.length);
    return { find: new RegExp(`(?<![\\p{L}\\d]|\\p{L}-)(${words.join("|")})(?=(?:s|es)?(?![\\p{L}\\d]))`, "giu"), terms: byWord, picture: (tile) => engine.tile(tile, 0) };
  }, [engine, title]);
}

/** A text with its terms; each is explained once in it. */
export function Terms({ glossary, text }: { glossary: Glossary | null; text: string }) {
  if (!glossary) return <>{text}</>;
  const known = new Set<string>();
  const parts: ComponentChildren[] = [];
  let at = 0;
  for (const found of text.matchAll(glossary.find)) {
    const term = glossary.terms.get(found[0].toLowerCase());
    if (!term || known.has(term.says)) continue;
    known.add(term.says);
    parts.push(text.slice(at, found.index),
      <dfn key={found.index} tabindex={0} aria-label={`${found[0]}: ${term.says}`}>{found[0]}<span class="bubble" aria-hidden="true">
        {term.tile && <span class="shown" dangerouslySetInnerHTML={{ __html: glossary.picture(term.tile) }} />}{term.says}</span></dfn>);
    at = found.index + found[0].length;
  }
  return <>{parts}{text.slice(at)}</>;
}
