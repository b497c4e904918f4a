import fc from 'fast-check';
import { languages } from '../../../../server-lib/src/shared/messages/languages.js';
import type { AnyDefinition } from './definition.js';
import { fieldTypes } from './fields.js';
import { forms } from './forms.js';
import { polls, pollTypes } from './polls.js';
import { questionTypes, quizzes } from './quizzes.js';

export { languages };

/** The types of all kinds. */
const types: readonly fc.Arbitrary<AnyDefinition>[] = [
  ...pollTypes.map((type) => polls(type)),
  ...questionTypes.map((type) => quizzes(type)),
  ...fieldTypes.map((type) => forms(type)),
];

/** The number of definitions that have each type in each language once. */
export const allTypesAndLanguages = types.length * languages.length;

/** A definition in a language. */
export interface Generated {
  /** Its number among all definitions. The number generates the same definition again. */
  readonly at: number;
  readonly language: string;
  readonly definition: AnyDefinition;
}

/** Returns a definition. One after another, they have all types in a language, then those in the next language. */
export function generate(at: number): Generated {
  const language = languages[Math.floor(at / types.length) % languages.length] ?? 'en';
  const type = types[at % types.length];
  if (!type) throw new Error('There are no types.');
  const [definition] = fc.sample(type, { seed: at, numRuns: 1 });
  if (!definition) throw new Error('fast-check has generated nothing.');
  return { at, language, definition };
}
