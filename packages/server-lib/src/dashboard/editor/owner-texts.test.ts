import { expect, test } from 'vitest';
import '../../kinds/form/form-schema.js';
import '../../kinds/poll/poll-schema.js';
import '../../kinds/quiz/quiz-schema.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import { faultTexts } from '../../shared/faults/catalogue.js';
import { describeFault, type FaultCode, type FaultParam, faultCodes, type Issue } from '../../shared/faults/fault.js';
import { itemTypes, membersOfItem, partOf } from './definition-parts.js';
import type { Member } from './draft-member.js';
import { hasTexts, helpOf, memberLabel, unitOf, valueText } from './member-texts.js';
import { forOwners } from './owner-faults.js';

/** Names of the API have an underscore or are in backticks. Owners know neither values of JSON nor names of standards. */
const apiWords =
  /\w_\w|`|\b(?:null|true|(?<!True or )false|BCP|JSON|objects?|arrays?|strings?|integers?|booleans?|members?|IDs?|tokens?|timestamps?|tags? like|clients?|seconds|parameters?)\b/;

const kinds: readonly AskKind[] = ['poll', 'quiz', 'form'];

/** Returns all members that the editor shows, by the paths of their controls. */
function membersIn(members: readonly Member[], prefix = ''): { path: string; member: Member }[] {
  return members.flatMap((member) => {
    const path = prefix + member.name;
    const inner = 'members' in member.control ? membersIn(member.control.members, `${path}.0.`) : [];
    return [{ path, member }, ...inner];
  });
}

test.each(kinds)('every member of a %s has texts for owners, without words of the API', (kind) => {
  const parts = (['content', 'settings', 'design'] as const).flatMap((part) => partOf(kind, part).members);
  const items = itemTypes(kind).flatMap((type) => membersOfItem(kind, type));
  const shown = membersIn([...parts, ...items]).filter(({ path }) => !path.startsWith('design.'));
  expect(shown.length).toBeGreaterThan(20);
  // A new member needs an entry: its description in the schema is for programs.
  expect(shown.filter(({ path }) => !hasTexts(path)).map(({ path }) => path)).toEqual([]);
  const texts = shown.flatMap(({ path, member: { name, control } }) => [
    ...(name === 'id' ? [] : [memberLabel(path)]),
    helpOf(path),
    unitOf(path)?.text ?? '',
    ...(control.type === 'choice' ? control.values.map((value) => valueText(name, value)) : []),
  ]);
  expect(texts.filter((text) => apiWords.test(text))).toEqual([]);
});

test('a new member is named by its missing texts', () => {
  expect(hasTexts('bands.0.retry_policy')).toBe(false);
  expect(hasTexts('bands.0.title')).toBe(true);
});

test('limits are in the unit in which owners enter a number', () => {
  const issue = { ...issueOf('too_large', { max: 86_400 }), path: 'time_limit_seconds' };
  expect(forOwners(issue).message).toBe('Must be 1440 minutes or less.');
});

function issueOf(code: FaultCode, params: Record<string, FaultParam>): Issue {
  return { path: 'x', code, params, message: describeFault({ code, params }) };
}

test('a fault in the editor names settings by their labels', () => {
  const textOf = (code: FaultCode, params = {}) => forOwners(issueOf(code, params)).message;
  expect(textOf('needs_one_per')).toBe('Limit “Answers per person” first.');
  expect(textOf('needs_user')).toBe('Under “Answers per person”, choose “One per signed-in user of your app” first.');
  expect(textOf('not_after', { field: 'opens_at' })).toBe('Must be later than “Opens at”.');
  expect(textOf('greater_than', { field: 'max_choices' })).toBe(
    'Must not be greater than “Maximum number of choices”.',
  );
  expect(textOf('needs_type', { types: ['single', 'multiple'] })).toBe(
    'Only possible for: Single choice or Multiple choice.',
  );
  expect(textOf('needs_correctness')).toBe(
    'Under “After the quiz, visitors see”, choose “Which of their answers are correct” or “All correct answers” first.',
  );
  expect(textOf('needs_scale', { min: 3, max: 5 })).toBe('Choose a scale that begins at 1 and has 3 to 5 values.');
});

test('a fault that a page has described keeps its text', () => {
  const issue = { ...issueOf('needs_one_per', {}), message: 'Choose who can answer.' };
  expect(forOwners(issue)).toBe(issue);
});

/** Faults that only programs and visitors can cause. The tab Code says where text is not JSON. */
const notInControls: readonly FaultCode[] = [
  ...(['all_with_filter', 'choices_not_allowed', 'idempotency_mismatch', 'invalid_cursor', 'invalid_start'] as const),
  ...(['invalid_external_id', 'invalid_voter_ref', 'no_checks', 'not_a_list_of_ids'] as const),
  ...(['not_answers_by_id', 'not_json', 'ratings_not_allowed', 'start_required'] as const),
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
