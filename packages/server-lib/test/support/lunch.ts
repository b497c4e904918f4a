import { type Browser, request as playwright } from 'playwright-core';

/** What came of going through the program of a page as its readers do. */
export interface LunchOutcome {
  readonly strangers: readonly number[];
  readonly created: number;
  readonly dashboard: string;
  readonly results: unknown;
}

/**
 * Goes through a running program of `docs/frameworks/`: creates a poll as a user who is signed in to the app, votes for its
 * second option on the app's page in a browser, and reads the result from the app.
 */
export async function voteOnLunch(browser: Browser, url: string): Promise<LunchOutcome> {
  const stranger = await playwright.newContext({ baseURL: url });
  const owner = await browser.newContext({ baseURL: url, extraHTTPHeaders: { cookie: 'user=member' } });
  const visitor = await browser.newContext({ baseURL: url });
  try {
    const refused = await stranger.post('/api/lunch');
    const created = await owner.request.post('/api/lunch');
    const { id } = await created.json();

    const page = await visitor.newPage();
    await page.goto(`/lunch/${id}`);
    await page.getByRole('radio', { name: 'Salad' }).check();
    await page.getByRole('button', { name: 'Vote' }).click();
    await page.locator('[state="answered"]').waitFor();

    const dashboard = await owner.newPage();
    await dashboard.goto('/polls/dashboard/account');
    const results = await owner.request.get(`/api/lunch/${id}`);
    return {
      strangers: [refused.status(), (await stranger.get(`/api/lunch/${id}`)).status()],
      created: created.status(),
      dashboard: await dashboard.locator('body').innerText(),
      results: await results.json(),
    };
  } finally {
    await Promise.all([stranger.dispose(), owner.close(), visitor.close()]);
  }
}

/** What {@link voteOnLunch} is to come to. */
export const expectedLunch = {
  strangers: [401, 401],
  created: 201,
  results: { votes_count: 1, options: [{ votes: 0 }, { label: 'Salad', votes: 1 }] },
};
