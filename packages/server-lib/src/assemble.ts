import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { createAccounts } from './accounts/accounts.js';
import { createEvents } from './asks/events.js';
import { createKindRooms } from './asks/rooms.js';
import { createAuth, createIdentify } from './auth/auth.js';
import { createAuthenticator } from './auth/authenticate.js';
import { touchSessions } from './auth/session-record.js';
import { createSessions } from './auth/sessions.js';
import { createClock } from './clock.js';
import { createLive } from './embed/live/live.js';
import { form } from './forms/form.js';
import type { Exchange } from './http/exchange.js';
import { createKeys } from './keys/keys.js';
import { touchKeys } from './keys/record.js';
import { clientAddress, countingKey, createTrust } from './limiter/client-address.js';
import { createLimiter, type Limiter } from './limiter/limiter.js';
import { silent } from './logger.js';
import { type AskwellOptions, checkIpv6Prefix, checkKeyPrefix, checkLiveReaders, placeOf } from './options.js';
import { poll } from './polls/poll.js';
import { quiz } from './quizzes/quiz.js';
import { givenSecret, secretBeside } from './secret.js';
import { createSites } from './sites/sites.js';
import { refuseUnusable } from './store/sqlite/open.js';
import { openSqliteStore } from './store/sqlite/sqlite-store.js';
import { createTouches } from './store/touches.js';
import { writes } from './writes.js';

/** The rooms of the house, each given what it needs. */
export type House = ReturnType<typeof assemble>;

/** @param limiter Counts the public operations of several houses together. */
export function assemble(options: AskwellOptions, limiter?: Limiter) {
  const place = placeOf(options);
  const logger = options.logger ?? silent;
  const clock = createClock(options.clock);
  const prefix = checkKeyPrefix(options.keyPrefix ?? 'ask');
  const ipv6Prefix = checkIpv6Prefix(options.limits?.ipv6Prefix ?? 64);
  const most = checkLiveReaders(options.limits?.liveReaders ?? 2_000);
  const trust = createTrust(options.trustProxy ?? []);
  const addressOf = (exchange: Exchange) => clientAddress(exchange.address, exchange.header('x-forwarded-for'), trust);
  const secret = secretOf(options);
  const store = openSqliteStore({
    database: options.database,
    writes,
    writer: options.writer ?? writerFile(),
    logger,
  });

  const keyTouches = createTouches(store, touchKeys, logger);
  const sessionTouches = createTouches(store, touchSessions, logger);
  const authenticate = createAuthenticator({ store, clock, touches: keyTouches });
  const sessions = createSessions({ store, clock, touches: sessionTouches });
  const accounts = createAccounts({ store, clock, registration: options.registration ?? 'open' });
  const cookiePlace = { base: place.linkBase ?? place.basePath, secure: place.secure };
  const identify = createIdentify({ accounts, sessions, hostSession: options.session, cookiePlace });

  const rooms = { store, clock, secret, events: createEvents(options.on ?? {}, logger) };

  const live = createLive({ most, logger });

  return {
    options,
    place,
    logger,
    clock,
    secret,
    store,
    authenticate,
    sessions,
    accounts,
    cookiePlace,
    hostSession: options.session,
    identify,
    auth: createAuth(authenticate, identify),
    keys: createKeys({ store, clock, prefix, touches: keyTouches }),
    sites: createSites({ store, clock }),
    polls: createKindRooms(poll, rooms),
    quizzes: createKindRooms(quiz, rooms),
    forms: createKindRooms(form, rooms),
    addressOf,
    clientOf: (exchange: Exchange) => countingKey(addressOf(exchange), ipv6Prefix),
    limiter: limiter ?? createLimiter({ clock, ipv6Prefix, store: options.limits?.store }),
    live,

    async close(): Promise<void> {
      live.end();
      await Promise.all([keyTouches.flush(), sessionTouches.flush()]);
      await store.close();
    },
  };
}

function secretOf({ secret, database }: AskwellOptions): Buffer {
  if (secret !== undefined) return givenSecret(secret);
  const file = typeof database === 'string' ? database : database.name;
  const inMemory = file === '' || file === ':memory:';
  // A handle shows by itself that its file is a database. A path may be mistyped: nothing is put beside what it names.
  const admit = () => (typeof database === 'string' ? refuseUnusable(database) : undefined);
  return inMemory ? randomBytes(32) : secretBeside(file, admit);
}

/** The worker is a file of its own, found by its name, since where bundlers put chunks can't be known. */
function writerFile(): string {
  try {
    return createRequire(import.meta.url).resolve('@askwell/server/writer');
  } catch (cause) {
    throw new TypeError(
      'writer: its file can not be found, since a bundler moved this code. Mark @askwell/server as external, or say where the file is.',
      { cause },
    );
  }
}
