import type { FieldDraft, FormDraft, SubmissionDraft } from '@askwell/server/contract';
import fc from 'fast-check';
import type { Definition } from './definition.js';
import { answerTo, conditionOn } from './field-answers.js';
import { type ComparedType, type DrawnField, fields } from './fields.js';
import { limits, type Members, resultsOrder } from './members.js';
import { fitTerms, terms } from './terms.js';

const members: Members<Omit<FormDraft, 'fields'>> = {
  ...terms,
  results_order: resultsOrder,
  // Other tests compare steps, because only the first step has texts to compare here.
  layout: fc.constant('pages'),
  // An email, which neither of them shows.
  receipt: fc.constant(false),
  welcome: fc.constant(null),
  variables: fc.constant([]),
  endings: fc.constant([]),
  quotas: fc.constant([]),
};

/** A field with random numbers for its answer and its condition. */
const withSeeds = (field: fc.Arbitrary<DrawnField>) => fc.tuple(field, fc.nat(1_000), fc.nat(1_000));

function fieldDraft(all: readonly DrawnField[], at: number, seed: number): FieldDraft[] {
  const field = all[at];
  const earlier = all[seed % Math.max(1, at)];
  // Without scripts, a form with pages and conditions shows one page at a time.
  const hasCondition = at > 0 && seed % 4 === 0 && !all.some(({ type }) => type === 'page');
  const condition = earlier && hasCondition && conditionOn(earlier, `f${(seed % at) + 1}`, seed);
  if (!field) return [];
  const show_if = !condition ? null : seed % 8 === 0 ? { all: [condition] } : { any: [condition, condition] };
  const min = 'min_choices' in field ? field.min_choices : null;
  const max = 'max_choices' in field ? field.max_choices : null;
  const fitted = 'min_choices' in field ? limits({ min, max }, field.options.length) : {};
  return [{ ...field, ...fitted, id: `f${at + 1}`, show_if }];
}

function submission(drafts: readonly FieldDraft[], seeds: readonly number[]): SubmissionDraft {
  const answers = drafts.flatMap((field, at) => {
    const answer = answerTo(field, seeds[at] ?? at);
    return answer === undefined ? [] : [[`f${at + 1}`, answer] as const];
  });
  return { answers: Object.fromEntries(answers) };
}

const start: [DrawnField, number, number] = [
  { type: 'heading', label: 'Start', help: null, placeholder: null, required: false },
  1,
  1,
];

/** Forms with submissions. The first field has the type. */
export function forms(type: ComparedType): fc.Arbitrary<Definition<'form'>> {
  const any = withSeeds(fc.oneof(...Object.values(fields)));
  return fc
    .tuple(fc.record(members), withSeeds(fields[type]), fc.array(any, { maxLength: 6 }), fc.nat(3))
    .map(([drawn, first, rest, others]) => {
      const hasPage = [first, ...rest].some(([{ type }]) => type === 'page');
      // A field comes before each page break, so that the form has several pages.
      const all = [...(hasPage ? [start] : []), first, ...rest];
      const drafts = all.flatMap(([, , seed], at) =>
        fieldDraft(
          all.map(([field]) => field),
          at,
          seed,
        ),
      );
      const answers = (by: number) =>
        submission(
          drafts,
          all.map(([, seed]) => seed + by),
        );
      return {
        kind: 'form',
        type,
        draft: fitTerms({ ...drawn, fields: drafts }),
        isShuffled: false,
        others: Array.from({ length: others }, (_, by) => answers(by + 1)),
        own: answers(0),
      };
    });
}
