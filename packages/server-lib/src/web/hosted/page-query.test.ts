import { expect, test } from 'vitest';
import { readPageQuery } from './page-query.js';

test('a query has only the states that it names', () => {
  const { isTicketInvalid, isCheckInvalid, isChange, isBack, hasCookieBeenSet } = readPageQuery({ query: 'name=Ada' });
  expect([isTicketInvalid, isCheckInvalid, isChange, isBack, hasCookieBeenSet]).toEqual(Array(5).fill(false));
});

test.each([
  ['.ticket=1', 'isTicketInvalid'],
  ['.invalid=1', 'isCheckInvalid'],
  ['change=1', 'isChange'],
  ['.back=1', 'isBack'],
  ['.cookie=1', 'hasCookieBeenSet'],
])('%s is a state, and no value of a field', (query, state) => {
  expect(readPageQuery({ query })).toMatchObject({ [state]: true, prefill: {} });
});

test('repeated and empty parameters count as missing', () => {
  expect(readPageQuery({ query: 'ticket=a&ticket=b&answer=' })).toMatchObject({
    ticket: undefined,
    answerId: undefined,
  });
});

test('all other parameters prefill fields', () => {
  expect(readPageQuery({ query: 'name=Ada&answer=vote_1&toppings=o1&toppings=o2' })).toMatchObject({
    answerId: 'vote_1',
    prefill: { name: 'Ada', toppings: ['o1', 'o2'] },
  });
});
