import { expect, test } from 'vitest';
import { createHistory } from './draft-history.js';

test('typing into a field is one step, and typing after an undo is another', () => {
  const history = createHistory('poll_1', { title: 'Lunch' });
  history.push({ title: 'Lunch?' }, 'title');
  history.push({ title: 'Lunch??' }, 'title');
  expect(history.undo()).toEqual({ title: 'Lunch' });
  history.push({ title: 'Dinner' }, 'title');
  expect(history.undo()).toEqual({ title: 'Lunch' });
  expect(history.redo()).toEqual({ title: 'Dinner' });
  history.push({ title: 'Dinner?' }, 'title');
  expect(history.undo()).toEqual({ title: 'Dinner' });
});
