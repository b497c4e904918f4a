import { expect, test } from 'vitest';
import { Faults } from '../../base/faults/faults.js';
import { createLocalizer } from '../../base/localizer.js';
import type { QuestionAnswer } from '../../shared/contract/resources.js';
import { answerTexts } from '../../shared/presentation/answer-text.js';
import { choiceInput } from './choice.js';
import { matchInput } from './match.js';
import { pickInput } from './pick.js';
import { ratingsInput } from './ratings.js';

const count = 200;
/** The number of times that the ID of an option may be read, in the definition and the answer together. */
const readsPerOption = 3;

/** Returns a list with the maximum number of options, and a counter of how often their IDs were read. */
function countedOptions() {
  const counter = { reads: 0 };
  const options = Array.from({ length: count }, (_, at) => ({
    label: `Option ${at}`,
    image_url: null,
    get id() {
      counter.reads++;
      return `o${at}`;
    },
  }));
  return { options, counter };
}

const ids = Array.from({ length: count }, (_, at) => `o${at}`).reverse();
const pairs = (value: string | number) => Object.fromEntries(ids.map((id) => [id, value]));
const bounds = { min: 1, max: count };

type Options = ReturnType<typeof countedOptions>['options'];

const checks: Record<string, (options: Options, faults: Faults) => unknown> = {
  choices: (options, faults) =>
    choiceInput.check(
      { options, ...bounds, other: false },
      { choices: ids, other: null, choicesPath: 'choices', otherPath: 'other' },
      faults,
    ),
  picks: (options, faults) => pickInput.checkSeveral({ options, ...bounds, other: false }, ids, 'picks', faults),
  ratings: (options, faults) => ratingsInput.check({ options, scale: { min: 1, max: 5 } }, pairs(3), 'ratings', faults),
  pairs: (options, faults) => matchInput.check({ options, targets: options }, pairs('o0'), 'pairs', faults),
  'texts of an order': (options) => textsOf('order', options, ids),
  'texts of pairs': (options) => textsOf('match', options, Object.fromEntries(ids.map((id) => [id, 'o0']))),
};

function textsOf(type: 'order' | 'match', options: Options, answer: QuestionAnswer) {
  const question = { id: 'q1', type, prompt: 'Sort', image_url: null, options, targets: options };
  return answerTexts(question, answer, createLocalizer(null).texts).values;
}

test.each(Object.entries(checks))('%s of the longest list read each ID a constant number of times', (_name, check) => {
  const { options, counter } = countedOptions();
  const faults = new Faults();
  expect(check(options, faults)).toBeDefined();
  expect(faults.issues).toEqual([]);
  expect(counter.reads).toBeLessThanOrEqual(readsPerOption * count);
});
