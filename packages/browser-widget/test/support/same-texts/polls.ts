import type { PollDraft, PollOptionDraft, PollType, VoteDraft } from '@askwell/server/contract';
import fc from 'fast-check';
import type { Definition } from './definition.js';
import {
  endLabels,
  idsOf,
  image,
  limits,
  type Members,
  maybe,
  pick,
  resultsOrder,
  seldom,
  some,
  symbols,
  text,
} from './members.js';
import { fitTerms, terms } from './terms.js';

const option: Members<Exclude<PollOptionDraft, string>> = {
  id: fc.constant(undefined),
  label: text,
  image_url: image,
  max_votes: seldom(fc.constant(1)),
};

const members: Members<PollDraft> = {
  ...terms,
  type: fc.constant('single'),
  options: fc.array(fc.record(option), { minLength: 3, maxLength: 7 }),
  min_choices: maybe(fc.integer({ min: 1, max: 4 })),
  max_choices: maybe(fc.integer({ min: 1, max: 8 })),
  scale: maybe(fc.constantFrom({ min: 1, max: 5 }, { min: -2, max: 2 }, { min: 0, max: 10 }, { min: 1, max: 30 })),
  other: fc.boolean(),
  show_others: fc.boolean(),
  shuffle: seldom(fc.constant(true)).map(Boolean),
  style: maybe(symbols),
  labels: endLabels,
  results_order: resultsOrder,
};

type Draft = Required<PollDraft> & { readonly options: Exclude<PollOptionDraft, string>[] };

/** The settings that each type allows, and an answer by any number. A missing type does not compile. */
const types: {
  readonly [Type in PollType]: {
    readonly settings: (draft: Draft) => Partial<PollDraft>;
    readonly answer: (draft: PollDraft, ids: readonly string[], seed: number) => VoteDraft;
  };
} = {
  single: {
    settings: ({ other, show_others }) => ({ other, show_others: other && show_others }),
    answer: ({ other }, ids, seed) =>
      other && seed % 4 === 0 ? { choices: [], other: writeIn(seed) } : { choices: some(ids, 1, seed) },
  },
  multiple: {
    settings: ({ other, show_others, options, min_choices: min, max_choices: max }) => ({
      other,
      show_others: other && show_others,
      // An option may be full.
      ...limits({ min, max }, options.length - 1),
    }),
    answer: (draft, ids, seed) => ({ choices: choicesOf(draft, ids, seed) }),
  },
  ranked: {
    settings: ({ options, min_choices: min, max_choices: max }) => limits({ min, max }, options.length),
    answer: (draft, ids, seed) => ({ choices: choicesOf(draft, ids, seed) }),
  },
  rating: {
    settings: ({ scale, style, labels }) => ({ scale: style ? { min: 1, max: 5 } : scale, style, labels }),
    answer: ({ scale }, ids, seed) => {
      const { min = 1, max = 5 } = scale ?? {};
      const rated = some(ids, 1 + (seed % ids.length), seed);
      return { ratings: Object.fromEntries(rated.map((id, at) => [id, min + ((seed + at) % (max - min + 1))])) };
    },
  },
};

export const pollTypes = Object.keys(types).filter((type): type is PollType => type in types);

function writeIn(seed: number): string {
  return pick(['Something else', 'שונה 2', '<i>own</i>'], Math.floor(seed / 4));
}

function choicesOf({ min_choices, max_choices }: PollDraft, ids: readonly string[], seed: number): string[] {
  const min = min_choices ?? 1;
  const max = Math.min(max_choices ?? ids.length, ids.length);
  return some(ids, min + (seed % (max - min + 1)), seed);
}

/** Polls of a type with votes. */
export function polls(type: PollType): fc.Arbitrary<Definition<'poll'>> {
  const seeds = fc.array(fc.nat(1_000), { maxLength: 4 });
  return fc.tuple(fc.record(members), seeds, fc.nat(1_000)).map(([drawn, others, own]) => {
    const { settings, answer } = types[type];
    const isChoice = type === 'single' || type === 'multiple';
    const options = drawn.options.map((one, at) => ({
      ...(typeof one === 'string' ? { label: one } : one),
      ...(isChoice && at === drawn.options.length - 1 ? {} : { max_votes: null }),
    }));
    const draft: PollDraft = fitTerms({
      ...drawn,
      type,
      options,
      other: false,
      show_others: false,
      min_choices: null,
      max_choices: null,
      scale: null,
      style: null,
      labels: null,
      ...settings({ ...drawn, options }),
    });
    const ids = idsOf('o', options);
    const open = ids.filter((_id, at) => options[at]?.max_votes == null);
    return {
      kind: 'poll',
      type,
      draft,
      isShuffled: draft.shuffle === true,
      others: others.map((seed) => answer(draft, ids, seed)),
      own: answer(draft, open, own),
    };
  });
}
