import fc from 'fast-check';
import { columnOperators } from '../../../src/core/answers/column-condition.js';
import type { FieldCondition, FilterParams } from '../../../src/dashboard/answers/answers-query.js';
import { noFilter } from '../../../src/dashboard/answers/answers-query.js';
import type { OwnerAsk } from '../../../src/dashboard/asks/owner-ask.js';
import { ownerAsksOf } from '../../../src/dashboard/asks/owner-asks.js';
import type { Owner } from '../servers/create-owner.js';
import type { TestServer } from '../servers/test-server.js';

const hour = 3_600_000;

/** When the answers of a form begin. */
export const firstTime = Date.parse('2026-03-01T12:00:00Z');

/** Where forms are created. */
export interface FormSetting {
  readonly server: TestServer;
  readonly owner: Owner;
  /** The clock of the server. Each answer advances it. */
  readonly clock: { now: number };
}

const words = ['apple', 'Apple pie', 'b', 'Ünder', 'ü', '7'];
const toppings = ['Cheese', 'Ham', 'Olives'];

/** An answer as the test knows it. */
export interface Given {
  readonly name: string | null;
  readonly size: number | null;
  readonly picked: readonly number[];
  readonly voter: number | null;
  readonly hours: number;
  readonly tags: readonly string[];
}

/** Random answers. */
export const given: fc.Arbitrary<Given> = fc.record({
  name: fc.option(fc.constantFrom(...words)),
  size: fc.option(fc.integer({ min: -3, max: 12 })),
  picked: fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { maxLength: 3 }),
  voter: fc.option(fc.integer({ min: 0, max: 2 })),
  hours: fc.integer({ min: 0, max: 30 }),
  tags: fc.uniqueArray(fc.constantFrom('Hot', 'cold', 'Ü'), { maxLength: 2 }),
});

const conditions: fc.Arbitrary<FieldCondition> = fc.record({
  field: fc.constantFrom('f1', 'f2', 'f3', '.tags'),
  operator: fc.constantFrom(...columnOperators, ''),
  value: fc.constantFrom('', 'APPLE', 'Ham', 'cheese, ham', '7', '-1', 'b', 'hot', 'ü'),
});

/** Random filters, without one by visitor. */
export const filters: fc.Arbitrary<FilterParams> = fc
  .record({
    since: fc.constantFrom('', '', '2026-03-02', '2026-03-04'),
    until: fc.constantFrom('', '', '2026-03-03', '2026-03-05'),
    conditions: fc.array(conditions, { maxLength: 3 }),
    q: fc.constantFrom('', '', '', 'appl', 'OLIVE', 'ü', '1'),
    tag: fc.constantFrom('', '', '', 'hot', 'ü'),
  })
  .map((filter) => ({ ...noFilter, ...filter }));

/** An answer as it is stored. */
export interface Stored extends Given {
  readonly id: string;
  readonly at: number;
  readonly voterRef: string | null;
}

/** Creates a form with answers. Returns them as they are stored. */
export async function createForm(
  { server, owner, clock }: FormSetting,
  answers: readonly Given[],
): Promise<{ ask: OwnerAsk; stored: Stored[] }> {
  const { forms } = server.askwell;
  const { id } = await forms.create(owner.session.account, {
    title: 'Pizza',
    fields: [
      { type: 'short_text', label: 'Name' },
      { type: 'number', label: 'Size' },
      { type: 'multiple_choice', label: 'Toppings', options: toppings },
    ],
  });
  const ask = await ownerAsksOf(server.services).find(owner.session, id);
  const stored: Stored[] = [];
  for (const answer of answers) {
    clock.now += answer.hours * hour;
    const picked = [...answer.picked].sort();
    const { id: answerId } = await forms.submit(id, {
      answers: {
        ...(answer.name === null ? {} : { f1: answer.name }),
        ...(answer.size === null ? {} : { f2: answer.size }),
        ...(picked.length === 0 ? {} : { f3: picked.map((at) => `o${at + 1}`) }),
      },
    });
    const tags = [...answer.tags];
    if (tags.length > 0) await ask.run(ask.operations.answers.update, { tags }, { answer: answerId });
    stored.push({ ...answer, picked, id: answerId, at: clock.now, voterRef: null });
  }
  // As lists order them: answers of the same time by the rest of their IDs, which is random.
  return { ask, stored: stored.sort((one, other) => (one.id < other.id ? -1 : 1)) };
}

/** Returns the value of an answer in a column, and its single values. */
function textsOf({ name, size, picked, tags }: Stored, field: string): { text: string; parts: readonly string[] } {
  const parts =
    field === 'f1'
      ? [name ?? '']
      : field === 'f2'
        ? [size === null ? '' : String(size)]
        : field === 'f3'
          ? picked.map((at) => toppings[at] ?? '')
          : tags;
  return { text: parts.join(', '), parts };
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
const within = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());

function meets(answer: Stored, { field, operator, value }: FieldCondition): boolean {
  const { text, parts } = textsOf(answer, field);
  const isEqual = text !== '' && (same(text, value) || parts.some((part) => same(part, value)));
  // Undefined: not comparable.
  const sign = (): number | undefined => {
    if (text === '' || value === '') return undefined;
    if (field === 'f2') return Number.isNaN(Number(value)) ? undefined : Math.sign(Number(text) - Number(value));
    const [own, other] = [text.toLowerCase(), value.toLowerCase()];
    return own === other ? 0 : own < other ? -1 : 1;
  };
  const isSign = (...signs: readonly number[]) => signs.some((one) => one === sign());
  switch (operator) {
    case 'is':
      return isEqual;
    case 'is_not':
      return !isEqual;
    case 'answered':
      return text !== '';
    case 'not_answered':
      return text === '';
    case 'greater':
      return isSign(1);
    case 'at_least':
      return isSign(0, 1);
    case 'less':
      return isSign(-1);
    case 'at_most':
      return isSign(-1, 0);
    default:
      return text !== '' && within(text, value);
  }
}

/** Returns whether an answer matches a filter, computed in a simple way. */
export function matches(answer: Stored, filter: FilterParams): boolean {
  const day = new Date(answer.at).toISOString().slice(0, 10);
  const time = new Date(answer.at).toISOString().slice(0, 19).replace('T', ' ');
  const texts = [...['f1', 'f2', 'f3', '.tags'].map((field) => textsOf(answer, field).text), time, answer.id];
  return (
    (filter.since === '' || day >= filter.since) &&
    (filter.until === '' || day <= filter.until) &&
    (filter.q === '' || texts.some((text) => within(text, filter.q))) &&
    (filter.tag === '' || answer.tags.some((tag) => same(tag, filter.tag))) &&
    filter.conditions.every((condition) => meets(answer, condition))
  );
}
