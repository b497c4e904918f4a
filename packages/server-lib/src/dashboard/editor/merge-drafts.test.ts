import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../base/validation/json-value.js';
import { isPartOf, isSameValue, mergeDrafts, resolveConflicts } from './merge-drafts.js';
import { itemsOf } from './render-member.js';

const base = {
  title: 'Party',
  description: null,
  fields: [
    { id: 'f1', type: 'single_choice', label: 'Coming?', options: [{ id: 'o1', label: 'Yes' }] },
    { id: 'f2', type: 'email', label: 'Email', required: false },
    { id: 'f3', type: 'number', label: 'Guests' },
  ],
};
const labels = (draft: JsonObject) => itemsOf(draft['fields']).map(({ label }) => label);
const withFields = (fields: readonly JsonObject[]): JsonObject => ({ ...base, fields });
const [coming, email, guests] = base.fields;
const added = (id: string, label: string) => ({ id, type: 'date', label });

describe('changes of different members', () => {
  test('are all kept, in items too', () => {
    const mine = { ...base, title: 'Dinner', fields: [coming, { ...email, label: 'Your email' }, guests] };
    const stored = { ...base, description: 'Bring cake', fields: [coming, { ...email, required: true }, guests] };
    const { draft, conflicts } = mergeDrafts(base, mine as JsonObject, stored as JsonObject);
    expect(conflicts).toEqual([]);
    expect(draft).toMatchObject({ title: 'Dinner', description: 'Bring cake' });
    expect(itemsOf(draft['fields'])[1]).toMatchObject({ label: 'Your email', required: true });
  });

  test('keep moves, additions and removals of items', () => {
    const mine = withFields([guests, coming, email, added('f4', 'When?')] as JsonObject[]);
    const stored = withFields([coming, added('f4', 'Where?'), guests] as JsonObject[]);
    const { draft, conflicts } = mergeDrafts(base, mine, stored);
    expect(conflicts).toEqual([]);
    expect(labels(draft)).toEqual(['Guests', 'Coming?', 'Where?', 'When?']);
    expect(new Set(itemsOf(draft['fields']).map(({ id }) => id)).size).toBe(4);
  });

  test('have an item once that both added with the same meaning', () => {
    const mine = withFields([...base.fields, { ...added('f4', 'When?'), help: null }]);
    const stored = withFields([...base.fields, { label: 'When?', type: 'date', id: 'f4' }]);
    expect(labels(mergeDrafts(base, mine, stored).draft)).toEqual(['Coming?', 'Email', 'Guests', 'When?']);
  });

  test('keep references to an item that both added with the same ID', () => {
    const dependent = { ...guests, show_if: { all: [{ field: 'f4', answered: true }] } };
    const mine = withFields([added('f4', 'When?'), coming, email, dependent] as JsonObject[]);
    const stored = withFields([coming, email, guests, added('f4', 'Where?')] as JsonObject[]);
    const { draft } = mergeDrafts(base, mine, stored);
    expect(labels(draft)).toEqual(['When?', 'Coming?', 'Email', 'Guests', 'Where?']);
    const [when] = itemsOf(draft['fields']);
    expect(itemsOf(draft['fields'])[3]).toMatchObject({ show_if: { all: [{ field: when?.['id'] }] } });
  });
});

describe('different changes of the same part', () => {
  test.each<[string, JsonObject, JsonObject, object]>([
    ['a member', { ...base, title: 'A' }, { ...base, title: 'B' }, { path: 'title', mine: 'A', stored: 'B' }],
    [
      'an item that one side removed',
      withFields([coming, guests] as JsonObject[]),
      withFields([coming, { ...email, label: 'B' }, guests] as JsonObject[]),
      { path: 'fields.1', mine: undefined, stored: { ...email, label: 'B' } },
    ],
    [
      'the order',
      withFields([guests, coming, email] as JsonObject[]),
      withFields([email, coming, guests] as JsonObject[]),
      { path: 'fields' },
    ],
  ])('are reported with both values: %s', (_, mine, stored, conflict) => {
    const merged = mergeDrafts(base, mine, stored);
    expect(merged.conflicts).toEqual([expect.objectContaining(conflict)]);
    for (const [choice, side] of [
      ['mine', mine],
      ['stored', stored],
    ] as const)
      expect(resolveConflicts(merged, [choice])).toEqual(side);
  });
});

const text = fc.constantFrom('', 'a', 'b', 'c');
const item = fc.record({ id: fc.constantFrom('f1', 'f2', 'f3', 'f4', 'f5'), label: text, help: fc.option(text) });
const draft = fc.record({
  title: text,
  closes_at: fc.option(text),
  after: fc.option(fc.record({ message: text, url: fc.option(text) })),
  fields: fc.uniqueArray(item, { selector: ({ id }) => id, maxLength: 5 }),
});

test('merging with an unchanged side gives the other side', () => {
  fc.assert(
    fc.property(draft, draft, (before, after) => {
      for (const { draft: merged, conflicts } of [
        mergeDrafts(before, after, before),
        mergeDrafts(before, before, after),
        mergeDrafts(before, after, after),
      ]) {
        expect(conflicts).toEqual([]);
        expect(isSameValue(merged, after)).toBe(true);
      }
    }),
  );
});

test('edits of different members commute, and lose nothing', () => {
  fc.assert(
    fc.property(draft, text, text, fc.nat(4), (before, title, label, at) => {
      const mine = { ...before, title };
      const fields = before.fields.map((field, index) => (index === at ? { ...field, label } : field));
      const stored = { ...before, fields };
      const [one, other] = [mergeDrafts(before, mine, stored), mergeDrafts(before, stored, mine)];
      expect([one.conflicts, other.conflicts]).toEqual([[], []]);
      expect(one.draft).toEqual({ ...before, title, fields });
      expect(isSameValue(one.draft, other.draft)).toBe(true);
    }),
  );
});

test('every value of both sides is in the result or in a conflict', () => {
  fc.assert(
    fc.property(draft, draft, draft, (before, mine, stored) => {
      const { draft: merged, conflicts } = mergeDrafts(before, mine, stored);
      const found = JSON.stringify([merged, conflicts]);
      for (const side of [mine, stored]) {
        if (side.title !== before.title) expect(found).toContain(`:"${side.title}"`);
        for (const field of side.fields) {
          const old = before.fields.find(({ id }) => id === field.id);
          if (field.label !== old?.label) expect(found).toContain(`:"${field.label}"`);
        }
      }
    }),
  );
});

test('a definition is part of itself with more members, and of no other one', () => {
  const sent = { title: 'Lunch?', options: [{ id: 'o1', label: 'Soup' }], closes_at: null };
  const completed = { ...sent, type: 'single', options: [{ id: 'o1', label: 'Soup', image_url: null }] };
  expect(isPartOf(sent, completed)).toBe(true);
  expect(isPartOf(sent, { ...completed, title: 'Dinner?' })).toBe(false);
  expect(isPartOf(sent, { ...completed, options: [] })).toBe(false);
});
