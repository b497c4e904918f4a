import { expect, test } from 'vitest';
import { rejectionOf } from '../../test/support/rejection.js';
import { jsonResponse, stubbedClient } from '../../test/support/stub-fetch.js';

const body = { message: 'Validation failed. See `errors`.', code: 'invalid', errors: { name: ['Required.'] } };
const invalid = () => stubbedClient([jsonResponse(422, body, { 'x-request-id': 'request-1' })]).client;

test('the message contains the request, the status, the code, the first field errors and the request ID', async () => {
  expect(await rejectionOf(invalid().sites.create({ name: '' }))).toHaveProperty(
    'message',
    'POST https://polls.example.com/base/api/v1/sites failed with status 422 (invalid): Validation failed. See `errors`. name: Required. [request request-1]',
  );
});

test('the message does not contain the query', async () => {
  const error = await rejectionOf(invalid().sites.list({ cursor: 'private' }).page());
  expect(error).toHaveProperty('message', expect.stringContaining('/api/v1/sites failed'));
  expect(error).toHaveProperty('message', expect.not.stringContaining('private'));
});
