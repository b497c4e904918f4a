import { LRUCache } from 'lru-cache';
import { ownWork, turnForLongWork } from '../../base/event-loop.js';
import type { MathElement } from '../../shared/contract/resources.js';
import type { RichText } from '../../shared/presentation/rich-text.js';
import { convertTex } from './convert-tex.js';
import { loadTemml } from './load-temml.js';

/** The MathML of formulas, by their TeX. */
export type FormulaTrees = Readonly<Record<string, MathElement>>;

/** The maximum number of formulas in a response. Others are shown as TeX. */
export const mostFormulas = 500;
/** The maximum size of the formulas in a response, and of the cache, in characters of JSON. */
const largestResponse = 1_000_000;
const largestCache = 8_000_000;
/** The memory of a formula in addition to its tree. */
const overhead = 100;

/** Converts the formulas of texts to MathML. */
export type Formulas = ReturnType<typeof createFormulas>;

export function createFormulas() {
  /** The trees of formulas, as JSON; empty for formulas that cannot be shown. The same quiz is served again and again. */
  const known = new LRUCache<string, string>({ maxSize: largestCache });

  async function treeOf(formula: string): Promise<string> {
    const cached = known.get(formula);
    if (cached !== undefined) return cached;
    // An app that was bundled without the file shows formulas as TeX.
    const temml = await loadTemml().catch(() => undefined);
    if (!temml) return '';
    await turnForLongWork(ownWork);
    const tree = convertTex(temml, formula);
    const json = tree ? JSON.stringify(tree) : '';
    known.set(formula, json, { size: formula.length + json.length + overhead });
    return json;
  }

  return {
    /** Returns the trees of the formulas in texts. Undefined if there are no formulas that can be shown. */
    async in(texts: readonly RichText[]): Promise<Record<string, MathElement> | undefined> {
      const trees: [string, MathElement][] = [];
      let size = 0;
      for (const formula of [...formulasIn(texts)].slice(0, mostFormulas)) {
        const json = await treeOf(formula);
        size += formula.length + json.length;
        if (json !== '' && size <= largestResponse) trees.push([formula, JSON.parse(json)]);
      }
      return trees.length > 0 ? Object.fromEntries(trees) : undefined;
    },
  };
}

/** Returns the formulas in texts. */
export function formulasIn(texts: readonly RichText[], found: Set<string> = new Set()): Set<string> {
  for (const text of texts) {
    for (const node of text) {
      if (typeof node === 'string') continue;
      if (node.formula === undefined) formulasIn([node.content], found);
      else found.add(node.formula);
    }
  }
  return found;
}
