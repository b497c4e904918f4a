import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxEmailsInFlight } from '../../src/owners/email/limits.js';
import { createAsk } from '../support/asks/create-ask.js';
import { type MailServer, type ReceivedEmail, startMailServer } from '../support/email/smtp-server.js';
import { call, newAddress } from '../support/http/http-client.js';
import { type ServedCli, serveCli } from '../support/processes/spawn-cli.js';
import { soakFactor } from '../support/soak-factor.js';
import { integrityErrors, type Prepared, prepareDatabase } from './fixture.js';

const rounds = 5 * soakFactor;
const writers = 4;

/** The number of answers of each writer in a round: together more than the server sends until it is killed. */
const answersEach = 8;

/** Longer than a claim of a killed process, its lease, and the pause between two notices. */
const downtime = 11 * 60_000;

let prepared: Prepared;
let key: string;
let mail: MailServer;
let server: ServedCli;
/** How far the clock of the server is ahead. */
let ahead = 0;

beforeAll(async () => {
  prepared = await prepareDatabase({ owners: 1, keys: 1 });
  key = prepared.owners[0]?.keys[0]?.raw ?? '';
  mail = await startMailServer();
  server = await serve();
});
afterAll(async () => {
  await server.stop();
  await mail.close();
  await prepared.end();
});

/** Starts the server, as if it had been stopped for a while. */
function serve(): Promise<ServedCli> {
  ahead += downtime;
  const code = `const { now } = Date; Date.now = () => now() + ${ahead};`;
  const words = ['--smtp-url', mail.url, '--email-from', 'noreply@example.com', '--trust-proxy', '127.0.0.1'];
  const limits = ['--email-per-new-account', '1000'];
  return serveCli(prepared.database, {
    words: [...words, ...limits, '--base-url', 'http://polls.example.com'],
    env: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(code)}` },
  });
}

/** A form that sends receipts, and tells its owner about answers at once. */
async function createForm(): Promise<string> {
  const fields = [{ id: 'email', type: 'email', label: 'Email' }];
  const form = await createAsk(server, key, 'forms', { title: 'Contact', receipt: true, fields });
  const headers = {
    cookie: prepared.owners[0]?.cookie ?? '',
    'content-type': 'application/x-www-form-urlencoded',
  };
  const body = 'timing=at_once';
  expect((await call(server, 'POST', `/dashboard/asks/${form}/share/notices`, { headers, body })).status).toBe(303);
  return form;
}

const moments = ['after an answer', 'before an email is accepted', 'after an email was accepted'] as const;

/** Submits answers until the server is killed. Adds the addresses of those that were acknowledged. */
async function submitUntilKilled(form: string, round: number, acknowledged: Set<string>): Promise<void> {
  const moment = moments[round % moments.length];
  const target = 1 + ((round * 7) % 20);
  const kill = () => server.child.kill('SIGKILL');
  let answers = 0;
  let emails = 0;
  mail.decide(async () => {
    if (++emails !== target || moment === 'after an answer') return undefined;
    if (moment === 'before an email is accepted') kill();
    // The server will receive the reply to the content, and store it soon.
    else setTimeout(kill, round % 8);
    return undefined;
  });
  async function write(writer: number): Promise<void> {
    for (let nth = 0; nth < answersEach; nth++) {
      const email = `visitor-${round}-${writer}-${nth}@example.net`;
      try {
        const reply = await call(server, 'POST', `/api/v1/forms/${form}/submissions`, {
          body: { answers: { email } },
          headers: { 'x-forwarded-for': newAddress() },
        });
        expect(reply.status).toBe(201);
        acknowledged.add(email);
      } catch (error) {
        // `fetch failed`: the server is gone. Any other error fails the test.
        if (error instanceof TypeError) return;
        throw error;
      }
      if (++answers === target && moment === 'after an answer') kill();
      // So that answers arrive while emails are sent.
      await pause(100);
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  await server.ended;
}

const idOf = ({ headers }: ReceivedEmail) => headers['message-id'];

/** The number of answers that the owner was notified of. */
function countTold(): number {
  const notices = mail.emails.filter(({ to }) => to.includes('owner0@example.com'));
  const subjects = new Map(notices.map((email) => [idOf(email), email.headers['subject']]));
  return [...subjects.values()].reduce(
    (sum, subject) => sum + Number(/^[\d,]+/.exec(subject ?? '')?.[0].replace(',', '')),
    0,
  );
}

test(`kill -9 loses no receipt of an acknowledged answer and no notice, in ${rounds} rounds`, {
  timeout: 60_000 + 20_000 * rounds,
}, async () => {
  const form = await createForm();
  const acknowledged = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    await submitUntilKilled(form, round, acknowledged);
    expect(integrityErrors(prepared.database)).toEqual([]);
    server = await serve();
  }
  const missing = () => {
    const received = new Set(mail.emails.flatMap(({ to }) => to));
    return [...acknowledged].filter((address) => !received.has(address));
  };
  await expect.poll(missing, { timeout: 60_000 }).toEqual([]);

  await server.stop();
  server = await serve();
  const { answers } = await readResults(form);
  expect(answers).toBeGreaterThanOrEqual(acknowledged.size);
  await expect.poll(countTold, { timeout: 60_000 }).toBe(answers);

  // A kill repeats at most the emails that were being sent. The Message-ID identifies a repetition.
  const ids = new Map(mail.emails.map((email) => [idOf(email), email.to.join()]));
  const doubled = mail.emails.length - ids.size;
  expect(doubled).toBeLessThanOrEqual(rounds * maxEmailsInFlight);
  for (const email of mail.emails) expect(ids.get(idOf(email))).toBe(email.to.join());
  const receipts = [...ids.values()].filter((address) => address !== 'owner0@example.com');
  expect(new Set(receipts).size).toBe(receipts.length);
});

async function readResults(form: string) {
  const reply = await call(server, 'GET', `/api/v1/forms/${form}/results`, { key });
  return { answers: Number(reply.at('data.submissions_count')) };
}
