import fc from 'fast-check';
import { languages } from '../../../../server-lib/src/messages/page-messages.js';
import type { AnyDefinition } from './definition.js';
import { fieldTypes } from './fields.js';
import { forms } from './forms.js';
import { polls, pollTypes } from './polls.js';
import { questionTypes, quizzes } from './quizzes.js';

export { languages };

/** The kinds with their types. */
const kinds = [
  pollTypes.map((type) => polls(type)),
  questionTypes.map((type) => quizzes(type)),
  fieldTypes.map((type) => forms(type)),
] as const;

/** A definition in a language. */
export interface Generated {
  /** Its place among all. It generates the same definition again. */
  readonly at: number;
  readonly language: string;
  readonly definition: AnyDefinition;
}

/** Returns a definition. One after another, they have all kinds, then all languages, then all types. */
export function generate(at: number): Generated {
  const language = languages[Math.floor(at / kinds.length) % languages.length] ?? 'en';
  const types: readonly fc.Arbitrary<AnyDefinition>[] = kinds[at % kinds.length] ?? kinds[0];
  const type = Math.floor(at / kinds.length / languages.length) % types.length;
  const [definition] = fc.sample(types[type] ?? fc.constant<never>(expectType()), { seed: at, numRuns: 1 });
  if (!definition) throw new Error('fast-check has generated nothing.');
  return { at, language, definition };
}

function expectType(): never {
  throw new Error('There is no such type.');
}
