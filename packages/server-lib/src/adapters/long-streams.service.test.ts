import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createFormBrowser, type FormBrowser } from '../../test/support/browser/form-browser.js';
import { createOwner, type Owner } from '../../test/support/servers/create-owner.js';
import { startService } from '../../test/support/servers/start-service.js';
import type { TestServer } from '../../test/support/servers/test-server.js';
import { systemClock } from '../base/clock.js';
import { nextTurn, ownWork, setImmediate } from '../base/event-loop.js';

const answers = 5_000;
let server: TestServer;
let owner: Owner;
let browser: FormBrowser;
let key: string;
let form: string;
beforeAll(async () => {
  server = await startService();
  owner = await createOwner(server.services);
  key = await owner.key();
  browser = createFormBrowser(server);
  await browser.submit('/login', { email: owner.email, password: owner.password });
  const { account } = owner.session;
  const draft = { title: 'Feedback', fields: [{ type: 'long_text' as const, label: 'What could we improve?' }] };
  form = (await server.askwell.forms.create(account, draft)).id;
  for (let recorded = 0; recorded < answers; recorded += 1_000) {
    const batch = Array.from({ length: 1_000 }, () => ({ answers: { f1: 'x'.repeat(500) } }));
    await server.askwell.forms.answers.batch(account, form, batch);
  }
  // The clock advances by a millisecond each time it is read, so that the counts below do not depend on the machine.
  let now = systemClock.elapsed();
  vi.spyOn(systemClock, 'elapsed').mockImplementation(() => ++now);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.close();
});

/** Counts how much a reader gets between two turns of the event loop, at most. */
function watchTurns() {
  let [current, most, isReading] = [0, 0, true];
  const turn = (): void => {
    current = 0;
    if (isReading) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    got(amount: number): void {
      current += amount;
      most = Math.max(most, current);
    },
    end(): number {
      isReading = false;
      return most;
    },
  };
}

/** Reads a response until its end, or until a number of bytes, and returns the most bytes that arrived in one turn. */
async function readResponse(
  response: Response,
  limit = Number.POSITIVE_INFINITY,
): Promise<{ bytes: number; most: number }> {
  const turns = watchTurns();
  const reader = response.body?.getReader() ?? expect.unreachable('The response has a body.');
  let bytes = 0;
  while (bytes < limit) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    turns.got(value.byteLength);
  }
  void reader.cancel();
  return { bytes, most: turns.end() };
}

describe.each<[string, () => Promise<Response>]>([
  ['the answers as lines of JSON', () => fetchWithKey(`/api/v1/forms/${form}/submissions?format=jsonl`)],
  ['the answers as CSV', () => fetchWithKey(`/api/v1/forms/${form}/submissions?format=csv`)],
  ['the changes since the start', () => fetchWithKey('/api/v1/changes', { accept: 'text/event-stream' })],
  ['the export of the account', () => fetchWithSession('/dashboard/account/export')],
  ['the answers in the dashboard', () => fetchWithSession(`/dashboard/asks/${form}/answers/export?format=csv`)],
])('a stream of %s', (_name, open) => {
  test('lets other work run while a client reads the whole stream at once', async () => {
    const { bytes, most } = await readResponse(await open(), answers * 500);
    expect(bytes).toBeGreaterThanOrEqual(answers * 500);
    expect(most).toBeLessThan(bytes / 5);
  });
});

test('lets other work run while a host iterates over the stream in process', async () => {
  // The turns that the streams before have used are over.
  await nextTurn(ownWork);
  await new Promise((resolve) => setImmediate(resolve));
  const turns = watchTurns();
  let count = 0;
  for await (const _answer of server.askwell.forms.answers.list(owner.session.account, form)) {
    count++;
    turns.got(1);
  }
  expect(count).toBe(answers);
  expect(turns.end()).toBeLessThanOrEqual(500);
});

function fetchWithKey(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return server.fetch(server.url + path, { headers: { ...headers, 'x-api-key': key } });
}

async function fetchWithSession(path: string): Promise<Response> {
  return server.fetch(server.url + path, {
    headers: { cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; ') },
  });
}
