import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { expect, vi } from 'vitest';
import { Session } from '../../src/owners/access/session.js';
import { sessionCookieName } from '../../src/owners/access/session-cookie.js';
import type { EmailMessage } from '../../src/owners/email/email-options.js';
import { createKey, createOwner, type Owner } from '../support/servers/create-owner.js';
import { type SocketServer, startServer } from '../support/servers/start-server.js';
import { type AnsweredAsks, addAnsweredAsks } from './answered-asks.js';
import { createResultsFixture, type ResultsFixture } from './results-fixture.js';
import { addSampleData, type SharedAsks } from './sample-data.js';

/** Owners on the server that sends emails, and the links that they got. */
interface EmailedOwners {
  readonly unverified: Owner;
  readonly resetPath: string;
  readonly unverifiedResetPath: string;
  readonly verifyPath: string;
}

/** Servers and owners for every state of the dashboard pages. */
export interface DashboardFixture {
  readonly open: SocketServer;
  readonly closed: SocketServer;
  /** The host app signs users in, and a user is signed in. */
  readonly hosted: SocketServer;
  /** The host app signs users in, but nobody is signed in. */
  readonly hostedSignedOut: SocketServer;
  /** Sends emails, so that it has the pages that emails link to. */
  readonly emailing: SocketServer;
  readonly emailed: EmailedOwners;
  /** Has no sites and keys. */
  readonly newcomer: Owner;
  /** Has sites and keys. */
  readonly regular: Owner;
  /** The IDs of the asks of the regular owner. */
  readonly shared: SharedAsks;
  /** The asks of `regular` with answers. */
  readonly answered: AnsweredAsks;
  /** Has asks with answers. */
  readonly results: ResultsFixture;
  close(): Promise<void>;
}
export async function createDashboardFixture(): Promise<DashboardFixture> {
  const hostUser = { id: 'u1', name: 'Host User', email: 'host@example.com' };
  const emails: EmailMessage[] = [];
  const email = {
    async send(message: EmailMessage) {
      emails.push(message);
    },
    from: 'Polls <noreply@example.com>',
  };
  const [open, closed, hosted, hostedSignedOut, emailing] = await Promise.all([
    startServer(),
    startServer({ registration: 'closed' }),
    startServer({ getUser: () => hostUser }),
    startServer({ getUser: () => null }),
    startServer({ baseUrl: 'http://127.0.0.1', email }),
  ]);
  const newcomer = await createOwner(open.services);
  const regular = await createOwner(open.services);
  const shared = await addSampleData(open, regular);
  const answered = await addAnsweredAsks(open, regular);
  const emailed = await createEmailed(emailing, emails);
  const results = await createResultsFixture();
  return {
    open,
    closed,
    hosted,
    hostedSignedOut,
    emailing,
    emailed,
    newcomer,
    regular,
    shared,
    answered,
    results,
    async close() {
      const servers = [open, closed, hosted, hostedSignedOut, emailing, results.server];
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}
/** Registers an owner, whose address is not verified, and asks for new passwords. */
async function createEmailed({ services }: SocketServer, emails: readonly EmailMessage[]): Promise<EmailedOwners> {
  const verified = await createOwner(services);
  const draft = { name: 'Ada Lovelace', email: 'ada@example.com', password: 'the notes on the engine' };
  const id = await services.accounts.register(draft, 'fixture');
  const session = Session.verify({ id, ...draft }, null, false);
  const key = async (_site?: number, more = {}) =>
    (await createKey(services, session, { name: 'Weekly report', site_id: null, ...more })).raw;
  const unverified = { ...draft, session, key };
  await verified.key(undefined, { name: 'Weekly report' });
  await unverified.key();
  for (const { email } of [verified, unverified]) await services.passwordResets?.request(email, 'fixture');
  await services.passwordResets?.flush();
  const linkOf = ({ email }: Owner, path: string) =>
    vi.waitFor(() => {
      const texts = emails.filter(({ to }) => to === email).map(({ text }) => text);
      return (
        texts.map((text) => new RegExp(`${path}\\?token=\\S+`).exec(text)?.[0]).find(Boolean) ?? expect.unreachable()
      );
    });
  return {
    unverified,
    resetPath: await linkOf(verified, '/reset-password'),
    unverifiedResetPath: await linkOf(unverified, '/reset-password'),
    verifyPath: await linkOf(unverified, '/verify-email'),
  };
}

/** Opens a browser context, signed in as `owner` unless it is null. */
export async function openWindow(
  browser: Browser,
  server: SocketServer,
  owner: Owner | null,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  if (owner) await signIn(context, server, owner);
  return context;
}

/** Adds the cookie of a new session of an owner to a browser context. */
export async function signIn(
  context: BrowserContext,
  { services, url }: SocketServer,
  { session }: Owner,
): Promise<void> {
  const value = await services.sessions.open(session.account.id, 'Chrome/147 Linux', undefined);
  await context.addCookies([{ name: sessionCookieName(services.cookiePlace), value, url }]);
}
