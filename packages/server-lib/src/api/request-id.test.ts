import { expect, test } from 'vitest';
import { requestId } from './request-id.js';

test.each(['a', 'req-1.2_3', 'x'.repeat(64)])("the caller's own id %j is kept", (given) => {
  expect(requestId(given)).toBe(given);
});

test.each([undefined, '', 'x'.repeat(65), 'a b', 'a,b', 'ä', 'a\n', '<b>', 'a/b'])(
  '%j gives way to a new id',
  (given) => {
    const made = requestId(given);
    expect(made).toMatch(/^[A-Za-z0-9]{20}$/);
    expect(requestId(given)).not.toBe(made);
  },
);
