import { expect } from 'vitest';
import { sampleId } from '../../../src/web/sample/sample-poll.js';
import { createFormBrowser } from '../browser/form-browser.js';
import { call } from '../http/http-client.js';
import type { Requests } from '../http/requests.js';

/** The path of the sample poll as visitors read it. */
export const samplePath = `/sample/embed/polls/${sampleId}`;

/** The path of the votes of the sample poll. */
export const sampleVotesPath = `/sample/api/v1/polls/${sampleId}/votes`;

/** Votes in the sample poll. */
export function voteInSample(server: Requests, choice = 'o1', more: object = {}, path = sampleVotesPath) {
  return call(server, 'POST', path, { body: { choices: [choice], ...more } });
}

/** Checks that the paths and links of the sample start with the base path. */
export async function checkSampleBelow(server: Requests, base: string): Promise<void> {
  const browser = createFormBrowser(server, { accept: 'text/html' });
  expect((await browser.open(`${base}/`)).text).toContain(`<askwell-poll server="${base}/sample"`);
  expect((await voteInSample(server, 'o3', {}, base + sampleVotesPath)).status).toBe(201);
  expect((await call(server, 'GET', base + samplePath)).status).toBe(200);
  const sent = await browser.submit(base + sampleVotesPath, { choices: 'o1' });
  expect(sent.location).toMatch(new RegExp(`^${base}/sample/p/${sampleId}\\?answer=`));
  expect((await browser.open(`${base}/sample/`)).location).toBe(`${base}/`);
  expect((await browser.open(sent.location ?? '')).headers.get('set-cookie')).toContain(`; Path=${base}/sample/p; `);
}
