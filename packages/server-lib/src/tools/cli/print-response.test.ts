import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { headerArgumentOf } from '../../api/openapi/header-arguments.js';
import type { ApiOperation } from '../../api/openapi/operation-list.js';
import { type OutputFormat, printResource } from './print-response.js';

function printed(format: OutputFormat, hasVersionText: boolean): string {
  const operation: ApiOperation = {
    id: 'getVote',
    method: 'GET',
    path: '/api/v1/polls/{id}/votes/{answer}',
    summary: 'Get a vote',
    description: undefined,
    tag: 'Votes',
    effect: 'read',
    tool: undefined,
    parameters: [],
    body: undefined,
    hasVersionText,
    emptyResponse: undefined,
  };
  const stdout = new PassThrough();
  const response = { status: 200, text: '{"data":{"id":"vote_1"}}', retryAfter: undefined, etag: '"3.17.a_b-c"' };
  printResource(response, operation, format, { stdin: new PassThrough(), stdout, stderr: new PassThrough() });
  return String(stdout.read());
}

test('prints the version of a resource whose version is a text, which the flag takes', () => {
  const { version } = JSON.parse(printed('json', true));
  expect(headerArgumentOf({ hasVersionText: true }, 'If-Match')?.toHeader(version)).toBe('"3.17.a_b-c"');
  expect(printed('table', true)).toContain('3.17.a_b-c');
});

test('prints other responses as they are', () => {
  expect(JSON.parse(printed('json', false))).toEqual({ data: { id: 'vote_1' } });
});
