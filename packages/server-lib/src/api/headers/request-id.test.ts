import { expect, test } from 'vitest';
import { requestId } from './request-id.js';

test.each(['a', 'req-1.2_3', 'x'.repeat(64)])('keeps the client ID %j', (clientId) => {
  expect(requestId(clientId)).toBe(clientId);
});

test.each([undefined, '', 'x'.repeat(65), 'a b', 'a,b', 'ä', 'a\n', '<b>', 'a/b'])(
  'replaces %j by a new ID',
  (clientId) => {
    const id = requestId(clientId);
    expect(id).toMatch(/^[A-Za-z0-9]{20}$/);
    expect(requestId(clientId)).not.toBe(id);
  },
);
