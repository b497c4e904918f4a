import { expect, test } from 'vitest';
import type { JsonValue } from '../../base/validation/json-value.js';
import { readDesign } from './read-design.js';
import { validDesign } from './valid-design.js';

const none = { accent: null, font: null, radius: null, density: null };
const teal = { ...none, accent: '#0f766e', radius: 8 };

/** The fields of the page for a design, with the changed values. */
function formOf(design: { accent: string | null; radius: number | null }, changed: Record<string, string>) {
  const { accent, radius } = design;
  const fields = {
    'accent.choice': accent ?? '',
    accent: accent ?? '',
    'accent.picked': accent ?? '#bb4812',
    'accent.picked.before': accent ?? '#bb4812',
    font: '',
    'radius.choice': radius === null ? '' : String(radius),
    radius: radius === null ? '' : String(radius),
    density: '',
    ...changed,
  };
  const values = Object.fromEntries(Object.entries(fields).map(([name, value]) => [`design.${name}`, value]));
  return { values, repeated: {} };
}

const read = (before: typeof none | typeof teal | null, changed: Record<string, string> = {}) =>
  readDesign(formOf(before ?? none, changed), 'design', before);

test('keeps unchanged values, even if they are null or empty', () => {
  expect(read(null)).toBe(null);
  expect(read(teal)).toBe(teal);
  expect(read(none)).toBe(none);
  expect(readDesign(formOf(none, {}), 'design', undefined)).toBe(undefined);
  expect(readDesign({ values: {}, repeated: {} }, 'design', teal)).toBe(teal);
});

test.each([
  [{ 'accent.choice': '#be185d' }, '#be185d'],
  [{ 'accent.choice': '' }, null],
  [{ accent: '#123456' }, '#123456'],
  [{ accent: ' #123456 ', 'accent.choice': '#be185d' }, '#123456'],
  [{ 'accent.picked': '#654321' }, '#654321'],
  [{ accent: '#123456', 'accent.picked': '#654321' }, '#123456'],
  [{ accent: '', 'accent.choice': 'exact' }, null],
  [{ accent: 'teal' }, 'teal'],
])('of an accent color, what was changed counts: %j', (changed, accent) => {
  expect(read(teal, changed)).toEqual({ ...teal, accent });
});

test.each([
  [{ 'radius.choice': '16' }, 16],
  [{ 'radius.choice': '' }, null],
  [{ radius: '3' }, 3],
  [{ radius: '0', 'radius.choice': '16' }, 0],
  [{ radius: '', 'radius.choice': 'exact' }, null],
  [{ radius: '3,5' }, 3.5],
  [{ radius: 'big' }, 'big'],
])('of a radius, what was changed counts: %j', (changed, radius) => {
  expect(read(teal, changed)).toEqual({ ...teal, radius });
});

test('an empty design is null', () => {
  expect(read(teal, { 'accent.choice': '', 'radius.choice': '' })).toBe(null);
});

test.each<[JsonValue | undefined, unknown]>([
  [undefined, null],
  [null, null],
  ['#fff', null],
  [none, null],
  [
    { accent: '#0A7D5A', font: 'Comic Sans', radius: 99, unknown: 1 },
    { ...none, accent: '#0a7d5a' },
  ],
  [
    { accent: '#0a7d5a;color:red', density: 'compact' },
    { ...none, density: 'compact' },
  ],
])('leaves out what is not valid: %j', (value, expected) => {
  expect(validDesign(value)).toEqual(expected);
});
