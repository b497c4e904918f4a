import { expect, test } from 'vitest';
import { createLocalizer } from '../../base/localizer.js';
import { FormContext } from './form-context.js';
import { FormValues } from './form-values.js';
import { ranks } from './pairs.js';

const items = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `o${at}`, label: `Option ${at}` }));

test('items to order count toward the maximum number of choices on a page', () => {
  const context = new FormContext(createLocalizer('en'), new FormValues());
  for (let question = 0; question < 50; question++) {
    expect(ranks(context, `q${question}.`, items(200)).markup).toContain('Option 199');
  }
  expect(context.isTooLarge).toBe(false);
  expect(ranks(context, 'last.', items(21)).markup).toBe('');
  expect(context.isTooLarge).toBe(true);
});

test('a long list of items to order is rendered when its piece of the page is needed', () => {
  const context = new FormContext(createLocalizer('en'), new FormValues({ 'q.rank.o7': '3' }));
  const list = ranks(context, 'q.rank.', items(200));
  expect(list.renderedLength).toBe(0);
  expect(list.markup.match(/<input type="number"/g)).toHaveLength(200);
  expect(list.markup).toContain('name="q.rank.o7" min="1" max="200" step="1" inputmode="numeric" value="3"');
});
