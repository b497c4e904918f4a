import { type Browser, request as playwright } from 'playwright-core';

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
  const anonymous = await playwright.newContext({ baseURL: url });
  const owner = await browser.newContext({ baseURL: url, extraHTTPHeaders: { cookie: 'user=member' } });
  const visitor = await browser.newContext({ baseURL: url });
  try {
    const refused = await anonymous.post('/api/lunch');
    const created = await owner.request.post('/api/lunch');
    const { id } = await created.json();

    const page = await visitor.newPage();
    await page.goto(`/lunch/${id}`);
    await page.getByRole('radio', { name: 'Salad' }).check();
    await page.getByRole('button', { name: 'Vote' }).click();
    await page.locator('[state="answered"]').waitFor();

    const dashboard = await owner.newPage();
    await dashboard.goto('/polls/dashboard/account');
    const unknown = await owner.request.get('/api/lunch/poll_doesnotexist00000');
    const results = await owner.request.get(`/api/lunch/${id}`);
    return {
      unauthorized: [refused.status(), (await anonymous.get(`/api/lunch/${id}`)).status()],
      created: created.status(),
      dashboard: await dashboard.locator('body').innerText(),
      unknown: unknown.status(),
      results: await results.json(),
    };
  } finally {
    await Promise.all([anonymous.dispose(), owner.close(), visitor.close()]);
  }
}

/** The expected results of {@link voteThroughProgram}. */
export const expectedOutcome = {
  unauthorized: [401, 401],
  created: 201,
  results: { votes_count: 1, options: [{ votes: 0 }, { label: 'Salad', votes: 1 }] },
};
