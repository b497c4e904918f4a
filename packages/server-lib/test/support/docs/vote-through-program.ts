import type { Browser } from 'playwright-core';
import { call } from '../http/http-client.js';

/** The results of {@link voteThroughProgram}. */
export interface ProgramOutcome {
  readonly unauthorized: readonly number[];
  readonly created: number;
  readonly dashboard: string;
  /** The status of a request for a poll that does not exist. An error that the app does not handle would end it. */
  readonly unknown: number;
  readonly results: unknown;
}

/**
 * Uses a running program of `docs/frameworks/`: creates a poll as a signed-in user of the app, votes for its second option
 * on the page of the app in a browser, and reads the results from the app.
 */
export async function voteThroughProgram(browser: Browser, url: string): Promise<ProgramOutcome> {
  const cookie = 'user=member';
  // Programs close idle connections, perhaps while the next request is on its way.
  const send = (method: string, path: string, headers: Readonly<Record<string, string>> = { cookie }) =>
    call({ url }, method, path, { headers: { ...headers, connection: 'close' } });
  const owner = await browser.newContext({ baseURL: url, extraHTTPHeaders: { cookie } });
  const visitor = await browser.newContext({ baseURL: url });
  try {
    const refused = await send('POST', '/api/lunch', {});
    const created = await send('POST', '/api/lunch');
    const id = created.id('id');

    const page = await visitor.newPage();
    await page.goto(`/lunch/${id}`);
    await page.getByRole('radio', { name: 'Salad' }).check();
    await page.getByRole('button', { name: 'Vote' }).click();
    await page.locator('[state="answered"]').waitFor();

    const dashboard = await owner.newPage();
    await dashboard.goto('/polls/dashboard/account');
    const unknown = await send('GET', '/api/lunch/poll_doesnotexist00000');
    const results = await send('GET', `/api/lunch/${id}`);
    return {
      unauthorized: [refused.status, (await send('GET', `/api/lunch/${id}`, {})).status],
      created: created.status,
      dashboard: await dashboard.locator('body').innerText(),
      unknown: unknown.status,
      results: results.body,
    };
  } finally {
    await Promise.all([owner.close(), visitor.close()]);
  }
}

/** The expected results of {@link voteThroughProgram}. */
export const expectedOutcome = {
  unauthorized: [401, 401],
  created: 201,
  results: { votes_count: 1, options: [{ votes: 0 }, { label: 'Salad', votes: 1 }] },
};
