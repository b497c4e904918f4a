import { expect, test } from 'vitest';
import '../../kinds/form/form-schema.js';
import '../../kinds/poll/poll-schema.js';
import '../../kinds/quiz/quiz-schema.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import { faultTexts } from '../../shared/faults/catalogue.js';
import { describeFault, type FaultCode, type FaultParam, faultCodes, type Issue } from '../../shared/faults/fault.js';
import { itemTypes, membersOfItem, partOf } from './definition-parts.js';
import type { Member } from './draft-member.js';
import { helpOf } from './member-texts.js';
import { forOwners } from './owner-faults.js';
import { specialControls } from './special-controls.js';

/** Names of the API have an underscore or are in backticks. Owners know neither values of JSON nor names of standards. */
const apiWords = /\w_\w|`|\bnull\b|\bBCP\b|\bJSON\b|\bobject\b|\barray\b/;

const kinds: readonly AskKind[] = ['poll', 'quiz', 'form'];

/** Returns members with the members of their groups and lists. */
function withNested(members: readonly Member[]): Member[] {
  return members.flatMap((member) => [
    member,
    ...('members' in member.control ? withNested(member.control.members) : []),
  ]);
}

test.each(kinds)('the help of a %s in the editor has no words of the API', (kind) => {
  const parts = (['content', 'settings'] as const).flatMap((part) => partOf(kind, part).members);
  const items = itemTypes(kind).flatMap((type) => membersOfItem(kind, type));
  const helps = withNested([...parts, ...items])
    .filter(({ name }) => !Object.hasOwn(specialControls, name))
    .map(({ name, description }) => helpOf(name, description));
  expect(helps.length).toBeGreaterThan(20);
  expect(helps.filter((help) => apiWords.test(help))).toEqual([]);
});

function issueOf(code: FaultCode, params: Record<string, FaultParam>): Issue {
  return { path: 'x', code, params, message: describeFault({ code, params }) };
}

test('a fault in the editor names settings by their labels', () => {
  const textOf = (code: FaultCode, params = {}) => forOwners(issueOf(code, params)).message;
  expect(textOf('needs_one_per')).toBe('Choose “One answer per …” first.');
  expect(textOf('needs_user')).toBe('Choose “One answer per: Signed-in user of your app” first.');
  expect(textOf('not_after', { field: 'opens_at' })).toBe('Must be later than “Opens at”.');
  expect(textOf('greater_than', { field: 'max_choices' })).toBe(
    'Must not be greater than “Maximum number of choices”.',
  );
  expect(textOf('needs_type', { types: ['single', 'multiple'] })).toBe(
    'Only possible for: Single choice or Multiple choice.',
  );
  expect(textOf('needs_correctness')).toBe(
    'Under “Visitors see of their attempt”, choose “Which answers are correct” or “The correct answers” first.',
  );
  expect(textOf('needs_scale', { min: 3, max: 5 })).toBe('Choose a scale that begins at 1 and has 3 to 5 values.');
});

test('a fault that a page has described keeps its text', () => {
  const issue = { ...issueOf('needs_one_per', {}), message: 'Choose who can answer.' };
  expect(forOwners(issue)).toBe(issue);
});

/** Faults that only programs and visitors can cause, and faults of a definition that an owner writes as JSON. */
const notInControls: readonly FaultCode[] = [
  ...(['all_with_filter', 'choices_not_allowed', 'idempotency_mismatch', 'invalid_cursor', 'invalid_start'] as const),
  ...(['invalid_voter_ref', 'needs_json_format', 'no_checks', 'not_a_list_of_ids', 'not_an_array'] as const),
  ...(['not_an_object', 'not_answers_by_id', 'not_json', 'ratings_not_allowed', 'start_required'] as const),
  'unknown_column',
];

test('every fault that a control of the editor can cause has a text without words of the API', () => {
  const texts = faultCodes.map((code): [FaultCode, string] => {
    const names = [...faultTexts[code].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const params = Object.fromEntries(names.map((name) => [name, name === 'types' ? ['multiple'] : 'multiple']));
    return [code, forOwners(issueOf(code, params)).message];
  });
  const found = texts.filter(([, text]) => apiWords.test(text) || /[{}]/.test(text)).map(([code]) => code);
  expect(found.sort()).toEqual([...notInControls].sort());
});
