import { touchSessions } from './access/session-queries.js';
import { createThrottles } from './access/sign-in/failure-throttle.js';
import { createKnownBrowsers } from './access/sign-in/known-browsers.js';
import { hasAccounts } from './accounts/account-queries.js';
import { createAccountService } from './accounts/account-service.js';
import { createSignInResolver } from './accounts/resolve-sign-in.js';
import { createSessionApi } from './accounts/session-api.js';
import { createSessionService } from './accounts/session-service.js';
import { createHeavyRequests } from './api/heavy-requests.js';
import { createOverload, defaultOverloadLimits, type OverloadLimits } from './api/overload.js';
import { createRequestLog } from './api/request-log.js';
import { createEvents } from './asks/events.js';
import { createKindServices } from './asks/kind-services.js';
import { resolveQuotas } from './asks/quotas.js';
import { createAskStates } from './asks/read/ask-states.js';
import { createSeenOrigins } from './asks/read/seen-origins.js';
import { createResultLinks } from './asks/result-links/link-service.js';
import { createRetention } from './asks/retention/retention.js';
import { createSummaryService } from './asks/summaries/summary-service.js';
import { createClock, createCorrectedClock } from './clock.js';
import { secretFingerprint } from './crypto/secret.js';
import { createDatabaseSecret, databasePath, warnAboutNewSecret } from './database-secret.js';
import { form } from './forms/form-kind.js';
import type { HttpExchange } from './http/exchange.js';
import { createAuthenticator } from './keys/authenticate-key.js';
import { touchKeys } from './keys/key-queries.js';
import { createKeyService } from './keys/key-service.js';
import { accountPolicy, createAccountLimiter } from './limiter/account-limiter.js';
import { createTrustedProxies, resolveClientAddress, toClientKey, toNetworkKey } from './limiter/client-address.js';
import { createLimiter, type Limiter } from './limiter/limiter.js';
import { createSharedCounter } from './limiter/shared-counter.js';
import { createLive } from './live/live-results.js';
import { stderrLogger } from './logger.js';
import { createInstanceMetrics } from './metrics/instance-metrics.js';
import { checkOptions } from './options/check-options.js';
import { registerInstance, warnAboutFirstRegistration, warnAboutMissingAddress } from './options/host-warnings.js';
import type { AskwellOptions, LimitOptions } from './options/options.js';
import { poll } from './polls/poll-kind.js';
import { checkPolicy } from './quizzes/checks/check-endpoints.js';
import { createCheckService } from './quizzes/checks/check-service.js';
import { quiz } from './quizzes/quiz-kind.js';
import { createStartService } from './quizzes/start/start-service.js';
import { reports } from './registered-reports.js';
import { writes } from './registered-writes.js';
import { createRemoval } from './removal/background-removal.js';
import { createSecurityEvents } from './security-events/security-events.js';
import { createSiteService } from './sites/site-service.js';
import { estimateWait } from './store/batch-per-turn.js';
import { createLastUsedTimes } from './store/last-used-times.js';
import { isPostgres, openStore } from './store/open-store.js';
import { createTransferService } from './transfer/transfer-service.js';
import { parseUrlOptions } from './web/base-path.js';
import { enabledPagesOf } from './web/enabled-pages.js';

/** The services of one instance. */
export type Services = ReturnType<typeof assembleServices>;

/**
 * Creates the services of an instance and connects them. Nothing is opened yet.
 *
 * @param sharedLimiter Counts the public operations of several instances together.
 * @param isCommand True for a CLI command: it does not check the secret, and leaves background work to servers.
 * @throws TypeError that names the invalid option.
 */
export function assembleServices(options: AskwellOptions, sharedLimiter?: Limiter, isCommand = false) {
  checkOptions(options);
  const urls = parseUrlOptions(options);
  const logger = options.logger ?? stderrLogger;
  const correctedClock =
    options.clock === undefined && isPostgres(options.database) ? createCorrectedClock(createClock()) : undefined;
  const clock = correctedClock ?? createClock(options.clock);
  const prefix = options.keyPrefix ?? 'ask';
  const ipv6Prefix = options.limits?.ipv6Prefix ?? 64;
  const maxReaders = options.limits?.liveReaders ?? 2_000;
  const trust = createTrustedProxies(options.trustProxy ?? []);
  function addressOf(exchange: HttpExchange): string | undefined {
    if (exchange.address === undefined) warnAboutMissingAddress(logger);
    return resolveClientAddress(exchange.address, exchange.header('x-forwarded-for'), trust);
  }
  const enabledPages = enabledPagesOf(options.pages);
  const file = databasePath(options.database);
  const secret = createDatabaseSecret(options);
  const overloadLimits = overloadLimitsOf(options.limits);
  const { pendingWrites, pendingWriteBytes } = overloadLimits;
  const metrics = options.metrics && createInstanceMetrics(options.metrics);
  let unregister: (() => void) | undefined;
  const store = openStore({
    database: options.database,
    schema: options.schema,
    writes,
    reports,
    writer: options.writer,
    connections: options.databaseConnections,
    synchronizeClock: correctedClock?.synchronize,
    // Twice the limit for visitors: owners can still write while public posts are rejected.
    now: options.clock && (() => clock.now()),
    maxPending: { writes: 2 * pendingWrites, bytes: 2 * pendingWriteBytes },
    observer: metrics?.writes,
    logger,
    secret: isCommand
      ? undefined
      : () => ({ fingerprint: secretFingerprint(secret.key), replaces: options.newSecret ?? false }),
    beforeOpen() {
      secret.load();
      if (options.newSecret && file !== undefined) warnAboutNewSecret(options.database, secret, logger);
      void resumeRemoval();
      if (!isCommand) retention.start();
      unregister ??= file === undefined ? () => {} : registerInstance(logger, file);
      if (options.registration === undefined && enabledPages.register && !options.getUser)
        void checkFirstRegistration();
    },
  });

  async function resumeRemoval(): Promise<void> {
    // `beforeOpen` must return first: the removal waits for the database to open.
    await Promise.resolve();
    // If the database cannot be opened, the next attempt to open it resumes the removal.
    await removal.resume().catch(() => {});
  }

  async function checkFirstRegistration(): Promise<void> {
    // `beforeOpen` must return first: the read waits for the database to open.
    await Promise.resolve();
    const hasAccount = await store.read(hasAccounts()).catch(() => true);
    if (!hasAccount) warnAboutFirstRegistration(logger);
  }

  const { windows } = store;
  const sharedLimit = (name: string) => windows && { name, windows, secret };
  // A process that counts in its memory as long as it is alone does so for these.
  const databaseWindows = windows?.local ? undefined : windows;

  const removal = createRemoval({ store, clock, logger });
  const retention = createRetention({ store, clock, logger });
  const keyTouches = createLastUsedTimes(store, touchKeys, logger);
  const sessionTouches = createLastUsedTimes(store, touchSessions, logger);
  const authenticate = createAuthenticator({ store, clock, lastUsedTimes: keyTouches });
  const sessions = createSessionService({ store, clock, touches: sessionTouches });
  const knownBrowsers = createKnownBrowsers(secret);
  const securityEvents = createSecurityEvents({ store, clock, secret, logger });
  const accounts = createAccountService({
    store,
    clock,
    registration: options.registration ?? 'first',
    createThrottle: createThrottles({ clock, secret, windows: databaseWindows }),
    knownBrowsers,
    events: securityEvents,
    removal,
  });
  const cookiePlace = { base: urls.linkBase ?? urls.basePath, secure: urls.secure };
  const signIn = createSignInResolver({ accounts, sessions, getUser: options.getUser, cookieSettings: cookiePlace });

  const events = createEvents(options.on ?? {}, logger);
  const kindServices = {
    store,
    clock,
    secret,
    events,
    quotas: resolveQuotas(options.quotas),
    removal,
    imageHosts: options.imageHosts,
  };

  const { store: limiterStore, addresses, accountRequests } = options.limits ?? {};

  const readAskState = createAskStates(store);
  const live = createLive({ maxReaders, logger });
  metrics?.start({ store, live, estimateWait });
  const limiter =
    sharedLimiter ??
    createLimiter({ ...{ clock, ipv6Prefix, store: limiterStore, addresses }, shared: sharedLimit('public') });
  const checkLimiter = createLimiter({
    ...{ clock, ipv6Prefix, policy: checkPolicy, addresses },
    shared: sharedLimit('checks'),
  });
  const accountLimiter = createAccountLimiter(
    clock,
    accountRequests,
    databaseWindows &&
      createSharedCounter({
        ...{ name: 'account', windows: databaseWindows, secret, clock },
        policy: accountPolicy(accountRequests),
      }),
  );

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
    countingKeyOf: (address: string) => toClientKey(address, ipv6Prefix),
    keys: createKeyService({ store, clock, prefix, lastUsedTimes: keyTouches, events: securityEvents }),
    sites: createSiteService({ store, clock, events: securityEvents }),
    transfer: createTransferService({ ...kindServices, securityEvents }),
    polls: createKindServices(poll, kindServices),
    quizzes: createKindServices(quiz, kindServices),
    forms: createKindServices(form, kindServices),
    summaries: createSummaryService({ store, clock, events }),
    resultLinks: createResultLinks({ store, clock, secret }),
    starts: createStartService({ store, clock, secret }),
    checks: createCheckService({ store, clock, secret }),
    checkLimiter: metrics?.limiters.countAddresses('checks', checkLimiter) ?? checkLimiter,
    addressOf,
    clientKeyOf: (exchange: HttpExchange) => toClientKey(addressOf(exchange), ipv6Prefix),
    /** Returns a key that is the same for all clients of an IPv6 /48, for any `ipv6Prefix`. */
    networkKeyOf(exchange: HttpExchange): string {
      const address = addressOf(exchange);
      return toNetworkKey(address, ipv6Prefix) ?? toClientKey(address, ipv6Prefix);
    },
    limiter: metrics?.limiters.countAddresses('public', limiter) ?? limiter,
    accountLimiter: metrics?.limiters.countAccounts(accountLimiter) ?? accountLimiter,
    heavyRequests: createHeavyRequests(),
    requestLog: createRequestLog(),
    live,
    readAskState,
    metrics,
    seenOrigins: createSeenOrigins(clock),
    overload: createOverload({ limits: overloadLimits, pending: store.pending, estimateWait }),

    async close(): Promise<void> {
      live.end();
      metrics?.stop();
      await Promise.all([
        keyTouches.flush(),
        sessionTouches.flush(),
        securityEvents.flush(),
        removal.stop(),
        retention.stop(),
      ]);
      await store.close();
      unregister?.();
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
