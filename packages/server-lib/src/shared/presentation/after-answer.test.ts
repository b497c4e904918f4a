import { expect, test } from 'vitest';
import { afterSubmission, redirectOf, type SubmissionOutcome } from './after-answer.js';

const url = 'https://example.com/next';
const ending: NonNullable<SubmissionOutcome['ending']> = {
  title: 'Done',
  text: 'We will write.',
  button: { label: 'Go on', url },
  url: null,
};
const plain = { message: null, redirect_url: null, ending: null };

test('without an ending, `after` follows a submission', () => {
  expect(afterSubmission(plain)).toEqual({ message: null, url: null });
  expect(redirectOf(afterSubmission({ ...plain, redirect_url: url }))).toBe(url);
  expect(redirectOf(afterSubmission({ ...plain, message: 'Thanks', redirect_url: url }))).toBeNull();
  // An older server sends no endings.
  expect(afterSubmission({ message: 'Thanks', redirect_url: url })).toEqual({ message: 'Thanks', url });
});

test('an ending is shown with its button', () => {
  const after = afterSubmission({ ...plain, message: 'We will write.', ending });
  expect(after).toEqual({ title: 'Done', message: 'We will write.', url, label: 'Go on' });
  expect(redirectOf(after)).toBeNull();
  expect(redirectOf(afterSubmission({ ...plain, ending: { ...ending, text: null } }))).toBeNull();
  expect(redirectOf(afterSubmission({ ...plain, ending: { ...ending, text: null, button: null } }))).toBeNull();
});

test('visitors go to the URL of an ending instead of reading the ending', () => {
  expect(redirectOf(afterSubmission({ ...plain, ending: { ...ending, url: `${url}/2` } }))).toBe(`${url}/2`);
});
