import { LRUCache } from 'lru-cache';
import { ownWork, turnForLongWork } from '../../base/event-loop.js';
import type { MathElement } from '../../shared/contract/resources.js';
import type { RichText } from '../../shared/presentation/rich-text.js';
import { convertTex, type TexFault } from './convert-tex.js';
import { formulasIn, mostFormulas } from './find-formulas.js';
import { loadTemml } from './load-temml.js';

/** The maximum size of the formulas in a response, and of the cache, in characters of JSON. */
const largestResponse = 1_000_000;
const largestCache = 8_000_000;
/** The memory of a formula in addition to its tree. */
const overhead = 100;

/** Why a formula is shown as TeX. */
export type FormulaFault = TexFault | 'too_many_formulas';

/** Converts the formulas of texts to MathML. */
export type Formulas = ReturnType<typeof createFormulas>;

export function createFormulas() {
  /** The trees of formulas, or the codes of their faults, as JSON. The same quiz is served again and again. */
  const known = new LRUCache<string, string>({ maxSize: largestCache });

  async function treeOf(formula: string): Promise<string> {
    const cached = known.get(formula);
    if (cached !== undefined) return cached;
    // An app that was bundled without the file shows formulas as TeX.
    const temml = await loadTemml().catch(() => undefined);
    if (!temml) return 'null';
    await turnForLongWork(ownWork);
    const json = JSON.stringify(convertTex(temml, formula));
    known.set(formula, json, { size: formula.length + json.length + overhead });
    return json;
  }

  /** Yields the tree or the fault of each formula in texts, up to the first one that is beyond the limits of a response. */
  async function* convert(texts: readonly RichText[]): AsyncGenerator<[string, MathElement | FormulaFault | null]> {
    let [count, size] = [0, 0];
    for (const formula of formulasIn(texts)) {
      const json = count++ < mostFormulas ? await treeOf(formula) : '';
      size += formula.length + json.length;
      if (json === '' || size > largestResponse) return yield [formula, 'too_many_formulas'];
      yield [formula, JSON.parse(json)];
    }
  }

  async function treesIn(texts: readonly RichText[]): Promise<Record<string, MathElement> | undefined> {
    const trees: [string, MathElement][] = [];
    for await (const [formula, found] of convert(texts))
      if (typeof found === 'object' && found) trees.push([formula, found]);
    return trees.length > 0 ? Object.fromEntries(trees) : undefined;
  }

  return {
    /** Returns the trees of the formulas in texts. Without texts, returns undefined at once. Undefined if no formula can be shown. */
    in(texts: readonly RichText[]): Promise<Record<string, MathElement> | undefined> | undefined {
      return texts.length === 0 ? undefined : treesIn(texts);
    },

    /** Returns why formulas in texts are shown as TeX. Looks at as many formulas as a response can have. */
    async faultsIn(texts: readonly RichText[]): Promise<ReadonlyMap<string, FormulaFault>> {
      const faults = new Map<string, FormulaFault>();
      for await (const [formula, found] of convert(texts)) if (typeof found === 'string') faults.set(formula, found);
      return faults;
    },
  };
}
