import { defineConfig } from 'tsup';
import { frameworks, onDemand } from './build/entries.js';

/** The entries with types. */
const typed = {
  index: 'src/index.ts',
  contract: 'src/shared/contract.ts',
  testing: 'src/tools/testing/index.ts',
  ...frameworks,
};

/**
 * The declaration of each source file, which TypeScript 7 has written before tsup starts: TypeScript 5, which tsup uses, takes four times
 * as long. TypeScript 7 does not check types here, because `npm run types` does. It writes the declarations with one checker, because each
 * checker infers all types that it needs.
 */
const declarationOf = (source: string) => source.replace('src/', '.declarations/').replace(/\.ts$/, '.d.ts');
const entry = Object.fromEntries(Object.entries(typed).map(([name, source]) => [name, declarationOf(source)]));

/** Built together, so that all entries share one declaration of each type. */
export default defineConfig({ entry, format: ['esm', 'cjs'], dts: { entry, only: true }, external: onDemand });
