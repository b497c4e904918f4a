import { createAuthenticator } from './access/authenticate-key.js';
import { createSignIn } from './access/resolve-sign-in.js';
import { createSessionApi } from './access/session-api.js';
import { touchSessions } from './access/session-queries.js';
import { createSessionService } from './access/session-service.js';
import { createKnownBrowsers } from './access/sign-in/known-browsers.js';
import { anyAccount } from './accounts/account-queries.js';
import { createAccountService } from './accounts/account-service.js';
import { estimateWait } from './adapters/batch-per-turn.js';
import { createHeavyRequests } from './api/heavy-requests.js';
import { createOverload, defaultOverloadLimits, type OverloadLimits } from './api/overload.js';
import { createEvents } from './asks/events.js';
import { createKindServices } from './asks/kind-services.js';
import { quotasOf } from './asks/quotas.js';
import { createRetention } from './asks/retention/retention.js';
import { createClock } from './clock.js';
import { createLive } from './embed/live/live-results.js';
import { form } from './forms/form-kind.js';
import type { HttpExchange } from './http/exchange.js';
import { touchKeys } from './keys/key-queries.js';
import { createKeyService } from './keys/key-service.js';
import { createAccountLimiter } from './limiter/account-limiter.js';
import { clientAddress, countingKey, createTrust, networkKey } from './limiter/client-address.js';
import { createLimiter, type Limiter } from './limiter/limiter.js';
import { type Logger, stderrLogger } from './logger.js';
import { parseUrlOptions } from './options/base-path.js';
import { checkOptions } from './options/check-options.js';
import { registerInstance, warnAboutFirstRegistration, warnAboutMissingAddress } from './options/host-warnings.js';
import type { AskwellOptions, LimitOptions } from './options/options.js';
import { createSecret, type Secret, secretFingerprint, secretPath } from './options/secret.js';
import { poll } from './polls/poll-kind.js';
import { quiz } from './quizzes/quiz-kind.js';
import { createStartService } from './quizzes/start/start-service.js';
import { reports } from './registered-reports.js';
import { writes } from './registered-writes.js';
import { createRemoval } from './removal/background-removal.js';
import { createSecurityEvents } from './security-events/security-events.js';
import { createSiteService } from './sites/site-service.js';
import { createLastUsedTimes } from './store/last-used-times.js';
import { refuseUnusable } from './store/sqlite/open-database.js';
import { lookUpFingerprint } from './store/sqlite/read-secret-fingerprint.js';
import { missingSecret, newSecretCosts } from './store/sqlite/secret-fingerprint.js';
import { openSqliteStore } from './store/sqlite/sqlite-store.js';
import { enabledPagesOf } from './web/enabled-pages.js';

/** The rooms of the house, each given what it needs. */
export type Services = ReturnType<typeof assembleServices>;

/**
 * @param limiter Counts the public operations of several houses together.
 * @param isCommand True for a command, which needs no secret (any may be given) and leaves work in the background to servers.
 */
export function assembleServices(options: AskwellOptions, limiter?: Limiter, isCommand = false) {
  checkOptions(options);
  const urls = parseUrlOptions(options);
  const logger = options.logger ?? stderrLogger;
  const clock = createClock(options.clock);
  const prefix = options.keyPrefix ?? 'ask';
  const ipv6Prefix = options.limits?.ipv6Prefix ?? 64;
  const most = options.limits?.liveReaders ?? 2_000;
  const trust = createTrust(options.trustProxy ?? []);
  function addressOf(exchange: HttpExchange): string | undefined {
    if (exchange.address === undefined) warnAboutMissingAddress(logger);
    return clientAddress(exchange.address, exchange.header('x-forwarded-for'), trust);
  }
  const enabledPages = enabledPagesOf(options.pages);
  const file = fileOf(options.database);
  const secret = secretOf(options, file);
  const overloadLimits = overloadLimitsOf(options.limits);
  const { pendingWrites, pendingWriteBytes } = overloadLimits;
  let discount: (() => void) | undefined;
  const store = openSqliteStore({
    database: options.database,
    writes,
    reports,
    writer: options.writer,
    // Owners' writes go on for a while where visitors' are refused.
    mostPending: { writes: 2 * pendingWrites, bytes: 2 * pendingWriteBytes },
    logger,
    secret: isCommand
      ? undefined
      : () => ({ fingerprint: secretFingerprint(secret.key), replaces: options.newSecret ?? false }),
    beforeOpen() {
      secret.load();
      if (options.newSecret && file !== undefined) warnOfNewSecret(options.database, secret, logger);
      void resumeRemoval();
      if (!isCommand) retention.start();
      discount ??= file === undefined ? () => {} : registerInstance(logger, file);
      if (options.registration === undefined && enabledPages.register && !options.getUser)
        void checkFirstRegistration();
    },
  });

  async function resumeRemoval(): Promise<void> {
    // Not within the opening, which this waits for.
    await Promise.resolve();
    // Where the database is away, the next opening looks again.
    await removal.resume().catch(() => {});
  }

  async function checkFirstRegistration(): Promise<void> {
    // Not within the opening, which this waits for.
    await Promise.resolve();
    const hasAccount = await store.read(anyAccount()).catch(() => true);
    if (!hasAccount) warnAboutFirstRegistration(logger);
  }

  const removal = createRemoval({ store, logger });
  const retention = createRetention({ store, clock, logger });
  const keyTouches = createLastUsedTimes(store, touchKeys, logger);
  const sessionTouches = createLastUsedTimes(store, touchSessions, logger);
  const authenticate = createAuthenticator({ store, clock, touches: keyTouches });
  const sessions = createSessionService({ store, clock, touches: sessionTouches });
  const knownBrowsers = createKnownBrowsers(secret);
  const securityEvents = createSecurityEvents({ store, clock, secret, logger });
  const accounts = createAccountService({
    store,
    clock,
    registration: options.registration ?? 'first',
    knownBrowsers,
    events: securityEvents,
    removal,
  });
  const cookiePlace = { base: urls.linkBase ?? urls.basePath, secure: urls.secure };
  const signIn = createSignIn({ accounts, sessions, getUser: options.getUser, cookiePlace });

  const events = createEvents(options.on ?? {}, logger);
  const kindServices = {
    store,
    clock,
    secret,
    events,
    quotas: quotasOf(options.quotas),
    removal,
    imageHosts: options.imageHosts,
  };

  const live = createLive({ most, logger });

  return {
    options,
    urls,
    enabledPages,
    logger,
    clock,
    secret,
    store,
    authenticate,
    sessions,
    accounts,
    knownBrowsers,
    securityEvents,
    cookiePlace,
    signIn,
    auth: createSessionApi(authenticate, signIn),
    countingKeyOf: (address: string) => countingKey(address, ipv6Prefix),
    keys: createKeyService({ store, clock, prefix, touches: keyTouches, events: securityEvents }),
    sites: createSiteService({ store, clock, events: securityEvents }),
    polls: createKindServices(poll, kindServices),
    quizzes: createKindServices(quiz, kindServices),
    forms: createKindServices(form, kindServices),
    starts: createStartService({ store, clock, secret }),
    addressOf,
    clientKeyOf: (exchange: HttpExchange) => countingKey(addressOf(exchange), ipv6Prefix),
    /** Counts an IPv6 /48 as one client, whatever the prefix. */
    networkKeyOf(exchange: HttpExchange): string {
      const address = addressOf(exchange);
      return networkKey(address, ipv6Prefix) ?? countingKey(address, ipv6Prefix);
    },
    limiter:
      limiter ??
      createLimiter({ clock, ipv6Prefix, store: options.limits?.store, addresses: options.limits?.addresses }),
    accountLimiter: createAccountLimiter(clock, options.limits?.accountRequests),
    heavyRequests: createHeavyRequests(),
    live,
    overload: createOverload({ limits: overloadLimits, pending: store.pending, estimateWait }),

    async close(): Promise<void> {
      live.end();
      await Promise.all([
        keyTouches.flush(),
        sessionTouches.flush(),
        securityEvents.flush(),
        removal.stop(),
        retention.stop(),
      ]);
      await store.close();
      discount?.();
    },
  };
}

function overloadLimitsOf(limits: LimitOptions = {}): OverloadLimits {
  return {
    eventLoopDelay: limits.eventLoopDelay ?? defaultOverloadLimits.eventLoopDelay,
    writeDelay: limits.writeDelay ?? defaultOverloadLimits.writeDelay,
    pendingWrites: limits.pendingWrites ?? defaultOverloadLimits.pendingWrites,
    pendingWriteBytes: limits.pendingWriteBytes ?? defaultOverloadLimits.pendingWriteBytes,
  };
}

/** The file of a database; undefined for one in memory. */
function fileOf(database: AskwellOptions['database']): string | undefined {
  const file = typeof database === 'string' ? database : database.name;
  return file === '' || file === ':memory:' ? undefined : file;
}

function secretOf({ secret, newSecret, database }: AskwellOptions, file: string | undefined): Secret {
  function admit(): void {
    // A handle shows by itself that its file is a database. A path may be mistyped: nothing is put beside what it names.
    if (typeof database === 'string') refuseUnusable(database);
    // Another secret beside it would stand in the way of the right one.
    if (file !== undefined && !newSecret && lookUpFingerprint(database) !== undefined) {
      throw missingSecret(secretPath(file));
    }
  }
  return createSecret({ secret: secret, file, requireCreatable: admit });
}

function warnOfNewSecret(database: AskwellOptions['database'], secret: Secret, logger: Logger): void {
  const known = lookUpFingerprint(database);
  if (known === undefined || known === secretFingerprint(secret.key)) return;
  logger.warn({}, `The secret of the database is replaced: ${newSecretCosts}.`);
}
