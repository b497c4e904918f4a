import { describe, expect, test } from 'vitest';
import { Faults } from '../../base/faults/faults.js';
import { fault } from '../../shared/faults/fault.js';
import { booleanInput } from './boolean.js';
import { matchInput } from './match.js';
import { numberInput } from './number.js';
import { orderInput } from './order.js';
import { textInput } from './text.js';

/** Returns the result of a check, and its faults. */
function checked<Answer>(check: (faults: Faults) => Answer): [Answer, Record<string, string[]>] {
  const faults = new Faults();
  return [check(faults), faults.toError().errors ?? {}];
}

test('reports the first hundred faults, each with its full text', () => {
  const [, errors] = checked((faults) => {
    for (let at = 0; at < 5_000; at++) faults.add(`answers.f${at}`, fault('unknown_answer_field'));
    const more = new Faults();
    more.add('answers.f0', fault('too_many', { max: 5 }));
    more.add('answers.late', fault('required'));
    faults.include(more);
  });
  expect(Object.keys(errors)).toEqual(Array.from({ length: 100 }, (_, at) => `answers.f${at}`));
  expect(errors['answers.f0']).toEqual(['Not a field that takes answers.', 'Must have at most 5 items.']);
});

const parts = [{ id: 'o1' }, { id: 'o2' }, { id: 'o3' }];
const targets = [{ id: 't1' }, { id: 't2' }];

describe('a text', () => {
  const check = (given: unknown) => checked((faults) => textInput.check({ min: 2, max: 3 }, given, 'a', faults));

  test('a text is trimmed, and a blank text does not count as an answer', () => {
    expect(check(' ab ')).toEqual(['ab', {}]);
    expect(check('  ')).toEqual([undefined, {}]);
  });

  test('the length of a text is counted in code points', () => {
    expect(check('👍👍👍')).toEqual(['👍👍👍', {}]);
    expect(check('👍👍👍👍')[1]).toEqual({ a: ['Must have at most 3 characters.'] });
    expect(check('👍')[1]).toEqual({ a: ['Must have at least 2 characters.'] });
  });

  test.each([[1], [true], [['ab']], [{}], ['a\0b'], ['a\ud800']])('%j is refused', (given) => {
    expect(check(given)[0]).toBeUndefined();
    expect(Object.keys(check(given)[1])).toEqual(['a']);
  });
});

describe('a number', () => {
  const check = (given: unknown) =>
    checked((faults) => numberInput.check({ min: 0, max: 1, step: 0.1 }, given, 'a', faults));

  test('a number may be on any decimal step', () => {
    expect(check(0.3)).toEqual([0.3, {}]);
    expect(check(0.7)).toEqual([0.7, {}]);
    expect(check(0.35)[1]).toEqual({ a: ['Must be 0 plus a multiple of 0.1.'] });
  });

  test('a number may equal its bounds', () => {
    expect(check(1)).toEqual([1, {}]);
    expect(check(1.1)[1]).toEqual({ a: ['Must be 1 or less.'] });
    expect(check(-0.1)[1]).toEqual({ a: ['Must be 0 or more.'] });
  });

  test.each([['1'], [null], [Number.NaN], [Number.POSITIVE_INFINITY], [[1]]])('%j is refused', (given) => {
    expect(check(given)).toEqual([undefined, { a: ['Must be a number.'] }]);
  });

  test.each([
    ['1', 1],
    [' -2.5 ', -2.5],
    ['.5', 0.5],
    ['+1e3', 1000],
    ['1,000', '1,000'],
    ['0x10', '0x10'],
    ['Infinity', 'Infinity'],
    [
      ['1', '2'],
      ['1', '2'],
    ],
  ])('parses the field %j as %j', (field, read) => {
    expect(numberInput.parseField(field)).toEqual(read);
  });
});

describe('a boolean', () => {
  test.each([
    ['on', true],
    ['true', true],
    ['false', false],
    ['yes', 'yes'],
    [undefined, undefined],
  ])('parses the field %j as %j', (field, read) => {
    expect(booleanInput.parseField(field)).toBe(read);
  });

  test.each([['true'], [1], [null]])('%j is refused', (given) => {
    expect(checked((faults) => booleanInput.check(given, 'a', faults))).toEqual([
      undefined,
      { a: ['Must be true or false.'] },
    ]);
  });
});

describe('an order', () => {
  const check = (given: unknown) => checked((faults) => orderInput.check(parts, given, 'a', faults));

  test('an order may omit its last places', () => {
    expect(check(['o3', 'o1'])).toEqual([['o3', 'o1'], {}]);
    expect(check([])).toEqual([undefined, {}]);
  });

  test('an order requires known options without duplicates', () => {
    expect(check(['o1', 'o9'])[1]).toEqual({ 'a.1': ['Not one of the options.'] });
    expect(check(['o1', 'o1'])[1]).toEqual({ 'a.1': ['Chosen more than once.'] });
    expect(check('o1')[1]).toEqual({ a: ['Must be an array of IDs.'] });
  });

  test('an order is parsed from positions, and two options at one position are refused', () => {
    expect(
      orderInput.parseFields({ 'a.rank.o1': '2', 'a.rank.o2': '10', 'a.rank.o3': '1', b: 'x' }, 'a.rank.', 'a'),
    ).toEqual([...['o3', 'o1', 'o2']]);
    expect(orderInput.parseFields({ 'a.rank.o1': '1', 'a.rank.o2': '1' }, 'a.rank.', 'a')).toEqual(['o1', null]);
    expect(orderInput.parseFields({ 'a.rank.o1': 'first' }, 'a.rank.', 'a')).toEqual([null]);
    expect(orderInput.parseFields({ 'a.rank.o1': ' ', 'a.rank.o2': '0x1' }, 'a.rank.', 'a')).toEqual([null, null]);
    expect(orderInput.parseFields({ b: 'x' }, 'a.rank.', 'a')).toBeUndefined();
  });

  test('an order is parsed from repeated IDs', () => {
    expect(orderInput.parseFields({ a: 'o2' }, 'a.rank.', 'a')).toEqual(['o2']);
    expect(orderInput.parseFields({ a: ['o2', 'o1'], 'a.rank.o3': '1' }, 'a.rank.', 'a')).toEqual(['o2', 'o1', 'o3']);
  });
});

describe('a match', () => {
  const check = (given: unknown) =>
    checked((faults) => matchInput.check({ options: parts, targets }, given, 'a', faults));

  test('a match may omit options and use a target twice', () => {
    expect(check({ o1: 't1', o2: null, o3: 't1' })).toEqual([{ o1: 't1', o3: 't1' }, {}]);
    expect(check({})).toEqual([undefined, {}]);
  });

  test('a match requires known options and targets', () => {
    expect(check({ o9: 't1', o1: 't9', o2: 1 })[1]).toEqual({
      'a.o9': ['Unknown field.'],
      'a.o1': ['Not one of the options.'],
      'a.o2': ['Not one of the options.'],
    });
    expect(check(['t1'])[1]).toEqual({ a: ['Must be an object of answers by ID.'] });
  });

  test('a match is parsed from fields named by the option', () => {
    expect(matchInput.parseFields({ 'a.o1': 't1', 'a.o2': 't2', ab: 'x' }, 'a.')).toEqual({ o1: 't1', o2: 't2' });
    expect(matchInput.parseFields({ ab: 'x' }, 'a.')).toBeUndefined();
  });
});
