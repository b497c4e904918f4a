import { expect, test } from 'vitest';
import type { JsonObject } from '../../base/validation/json-value.js';
import { completePairs, pairedTargets } from './answer-pairs.js';
import { applyAction } from './apply-action.js';
import { itemsOf } from './render-member.js';

const question: JsonObject = {
  id: 'q1',
  type: 'match',
  prompt: 'Match these',
  options: ['one', 'two'].map((id) => ({ id, label: id })),
  targets: ['a', 'b', 'wrong'].map((id) => ({ id, label: id })),
  answer: { one: 'b', two: 'a' },
};

function after(...actions: string[]): { pairs: string[]; targets: unknown[] } {
  const draft = actions.reduce<JsonObject>((before, action) => applyAction('quiz', before, action).draft, {
    questions: [question],
  });
  const [changed = {}] = itemsOf(draft['questions']);
  const targets = itemsOf(changed['targets']);
  const positions = pairedTargets(changed) ?? [];
  return {
    pairs: itemsOf(changed['options']).map(({ label }, at) => `${label} ${targets[positions[at] ?? -1]?.['label']}`),
    targets: targets.map(({ label }) => label),
  };
}

test('a new match question has pairs', () => {
  const { draft } = applyAction('quiz', { questions: [] }, 'add:questions:match');
  expect(pairedTargets(itemsOf(draft['questions'])[0] ?? {})).toEqual([0, 1]);
});

test('targets are added, moved and removed with their options', () => {
  expect(after('add:questions.0.options')).toEqual({
    pairs: ['one b', 'two a', 'Option 3 Match 3'],
    targets: ['b', 'a', 'Match 3', 'wrong'],
  });
  expect(after('up:questions.0.options.1')).toEqual({ pairs: ['two a', 'one b'], targets: ['a', 'b', 'wrong'] });
  expect(after('remove:questions.0.options.0')).toEqual({ pairs: ['two a'], targets: ['a', 'wrong'] });
  expect(after('add:questions.0.targets').targets).toEqual(['a', 'b', 'wrong', expect.any(String)]);
});

test('options that share a target, have none or have no IDs are not pairs', () => {
  expect(pairedTargets({ ...question, answer: { one: 'a', two: 'a' } })).toBeUndefined();
  expect(pairedTargets({ ...question, answer: { one: 'a' } })).toBeUndefined();
  expect(pairedTargets({ ...question, options: ['one', 'two'] })).toBeUndefined();
  expect(pairedTargets({ ...question, type: 'multiple' })).toBeUndefined();
});

test('options without a target get a new one, and pairs of options that are gone are left out', () => {
  const { answer, targets } = completePairs({ ...question, answer: { two: 'a', gone: 'b' } });
  expect(answer).toEqual({ one: 't1', two: 'a' });
  expect(itemsOf(targets).map(({ id }) => id)).toEqual(['a', 'b', 'wrong', 't1']);
});
