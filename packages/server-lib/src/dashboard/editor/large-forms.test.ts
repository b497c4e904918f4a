import { expect, test } from 'vitest';
import type { Html } from '../../base/html.js';
import type { JsonObject } from '../../base/validation/json-value.js';
import { emptyForm } from '../submitted-form.js';
import { partFor, readPart } from './edited-part.js';
import { editorView } from './editor-view.js';
import { mergeDrafts } from './merge-drafts.js';
import { itemsOf } from './render-member.js';

const show_if = { all: [{ field: 'f2', is: 'Yes' }] };
const fields = Array.from({ length: 200 }, (_, at) => ({
  id: `f${at + 1}`,
  type: 'short_text',
  label: `Question ${at + 1}`,
  required: false,
  ...(at % 10 === 9 && { show_if }),
}));
const draft: JsonObject = { title: 'Contact', fields };
const edited = 'f100';

/** The controls of the conditions as they are. */
const sameConditions = {
  'fields.99.show_if.count': '2',
  'fields.99.show_if.match': 'all',
  'fields.99.show_if.0.field': 'f2',
  'fields.99.show_if.0.operator': 'is',
  'fields.99.show_if.0.value': 'Yes',
  'fields.99.show_if.1.field': '',
};

/** Returns a definition in which a key was typed into the label of a field. */
const typed = () => withTyped({ 'fields.99.label': 'Question 100!', ...sameConditions });

function withTyped(values: Readonly<Record<string, string>>): JsonObject {
  const part = partFor('form', draft, 'edit', edited);
  if (!part) return expect.unreachable();
  return readPart('form', draft, part, { values, repeated: {} });
}

function viewOf(definition: JsonObject): Html {
  return editorView({
    base: '',
    codeKey: null,
    isAttempted: false,
    sites: [],
    hasUsers: false,
    sendsEmails: false,
    today: '2026-01-31',
    query: emptyForm,
    ask: { kind: 'form', id: 'form_1', shown: { status: 'draft' } },
    copy: { draft: definition, revision: 'r1', isChanged: true, isOutdated: false, excess: [] },
    review: { issues: [], warnings: [], refusals: [], embedded: null, outdated: {} },
    tab: 'edit',
    item: edited,
    part: partFor('form', definition, 'edit', edited) ?? expect.unreachable(),
  });
}

/** Returns the values of all blocks of a view by their IDs. */
function blocksOf(view: Html): ReadonlyMap<string, unknown> {
  return new Map(
    view.divide().blocks.flatMap(({ id, values, render }) => [[id, Object.values(values)], ...blocksOf(render())]),
  );
}

test('a key changes one field of a form, and the others stay the same objects', () => {
  const changed = itemsOf(typed()['fields']).filter((field, at) => field !== fields[at]);
  expect(changed).toEqual([{ ...fields[99], label: 'Question 100!' }]);
});

test('a key leaves the conditions of the field as they are, with their lists of all earlier fields', () => {
  const [before, after] = [blocksOf(viewOf(draft)), blocksOf(viewOf(typed()))];
  for (const id of ['m-fields-99-show_if', 'm-fields-99-require_if']) {
    expect(before.get(id)).toEqual(expect.arrayContaining([fields[0], fields[98]]));
    expect(after.get(id)).toEqual(before.get(id));
  }
  expect(itemsOf(typed()['fields'])[99]?.['show_if']).toBe(show_if);
});

test('a key changes the values of one row of the outline', () => {
  const [before, after] = [blocksOf(viewOf(draft)), blocksOf(viewOf(typed()))];
  const rows = [...before.keys()].filter((id) => id.startsWith('row-'));
  expect(rows).toHaveLength(fields.length);
  const isSame = (id: string) => JSON.stringify(before.get(id)) === JSON.stringify(after.get(id));
  expect(rows.filter((id) => !isSame(id))).toEqual([`row-${edited}`]);
});

test('a saved definition keeps the objects of the fields that are the same', () => {
  const [mine, saved] = [typed(), structuredClone(typed())];
  const merged = itemsOf(mergeDrafts(mine, mine, saved).draft['fields']);
  expect(merged.filter((field, at) => field !== itemsOf(mine['fields'])[at])).toEqual([]);
});
