import { touchSessions } from './access/session-queries.js';
import { createThrottles } from './access/sign-in/failure-throttle.js';
import { createKnownBrowsers } from './access/sign-in/known-browsers.js';
import { createAccountService } from './accounts/account-service.js';
import { createSignInResolver } from './accounts/sessions/resolve-sign-in.js';
import { createSessionApi } from './accounts/sessions/session-api.js';
import { createSessionService } from './accounts/sessions/session-service.js';
import { createSignInLinks } from './accounts/sign-in-links/sign-in-links.js';
import { createHeavyRequests } from './api/overload/heavy-requests.js';
import { createOverload } from './api/overload/overload.js';
import { createRequestLog } from './api/request-log.js';
import { createEvents } from './asks/events.js';
import { createKindServices } from './asks/kind-services.js';
import { resolveQuotas } from './asks/quotas.js';
import { createAskStates } from './asks/read/ask-states.js';
import { createSeenOrigins } from './asks/read/seen-origins.js';
import { createResultLinks } from './asks/result-links/link-service.js';
import { createRetention } from './asks/retention/retention.js';
import { createSummaryService } from './asks/summaries/summary-service.js';
import { createChangeFeed } from './change-feed/change-feed.js';
import { ChangeWatch } from './change-feed/change-watch.js';
import { feedAsksOf } from './change-feed/feed-asks.js';
import { ChangeStreams } from './change-feed/follow-changes.js';
import { createClock, createCorrectedClock } from './clock.js';
import { secretFingerprint } from './crypto/secret.js';
import { createDatabaseSecret, databasePath, requireDatabaseOption, warnAboutNewSecret } from './database-secret.js';
import type { CreateTransport } from './email/transports/create-transport.js';
import { form } from './forms/form-kind.js';
import { formSchemas } from './forms/schemas/kind-schemas.js';
import { createAuthenticator, createKeyCheck } from './keys/authenticate-key.js';
import { touchKeys } from './keys/key-queries.js';
import { createKeyService } from './keys/key-service.js';
import type { AddressLimiter } from './limiter/limiter.js';
import { createLive, defaultLiveReaders } from './live/live-results.js';
import { stderrLogger } from './logger.js';
import { createInstanceMetrics } from './metrics/instance-metrics.js';
import { createEmailServices } from './notifications/email-services.js';
import { createPrepareReceipt } from './notifications/receipts/prepare-receipts.js';
import { checkOptions } from './options/check-options.js';
import { registerInstance, warnAboutBuildFolder, warnAboutOpenMail } from './options/host-warnings.js';
import { optionTable } from './options/option-table.js';
import type { AskwellOptions } from './options/options.js';
import { poll } from './polls/poll-kind.js';
import { pollSchemas } from './polls/schemas/kind-schemas.js';
import { createCheckService } from './quizzes/checks/check-service.js';
import { quiz } from './quizzes/quiz-kind.js';
import { quizSchemas } from './quizzes/schemas/kind-schemas.js';
import { createStartService } from './quizzes/start/start-service.js';
import { createReports } from './registered-reports.js';
import { writes } from './registered-writes.js';
import { createRemoval } from './removal/background-removal.js';
import { createSecurityEvents } from './security-events/security-events.js';
import { createClientKeys } from './services/client-keys.js';
import { createLimiters, overloadLimitsOf } from './services/limiters.js';
import { ownerOperations } from './services/owner-operations.js';
import { createSiteService } from './sites/site-service.js';
import { createTurnBatcher } from './store/batch-per-turn.js';
import { explainFailures } from './store/explained-store.js';
import { createLastUsedTimes } from './store/last-used-times.js';
import { isPostgres, openStore } from './store/open-store.js';
import { createTransferService } from './transfer/transfer-service.js';
import { parseUrlOptions } from './web/base-path.js';
import { createBrand } from './web/brand.js';
import { enabledPagesOf } from './web/enabled-pages.js';
import { absoluteSignInUrl, parseSignInUrl } from './web/sign-in-url.js';
import { createResourceReader } from './webhooks/sending/read-content.js';
import type { CreateConnections } from './webhooks/target/connections.js';
import { createWebhooks } from './webhooks/webhooks.js';

/** What the code of Askwell can change about an instance, but a host cannot. */
export interface AssemblyOptions {
  /** Counts the public operations of several instances together. */
  readonly sharedLimiter?: AddressLimiter | undefined;
  /** True for a CLI command: it does not check the secret, and leaves background work to servers. Default: false. */
  readonly isCommand?: boolean | undefined;
  /** Creates the connections over which webhooks are sent. Default: over HTTP. */
  readonly createConnections?: CreateConnections | undefined;
  /** Creates what emails are sent with. Default: SMTP, or the function of the host. */
  readonly createTransport?: CreateTransport | undefined;
}

/** The services of one instance. */
export type Services = ReturnType<typeof assembleServices>;

/**
 * Creates the services of an instance and connects them. Nothing is opened yet.
 *
 * @throws TypeError that names the invalid option.
 */
export function assembleServices(
  options: AskwellOptions,
  { sharedLimiter, isCommand = false, createConnections, createTransport }: AssemblyOptions = {},
) {
  checkOptions(options);
  const urls = parseUrlOptions(options);
  const logger = options.logger ?? stderrLogger;
  const correctedClock =
    options.clock === undefined && isPostgres(options.database) ? createCorrectedClock(createClock()) : undefined;
  const clock = correctedClock ?? createClock(options.clock);
  const prefix = options.keyPrefix ?? optionTable.keyPrefix.default;
  const maxReaders = options.limits?.liveReaders ?? defaultLiveReaders;
  const clientKeys = createClientKeys(options, logger);
  const enabledPages = enabledPagesOf(options.pages);
  const file = databasePath(options.database);
  const secret = createDatabaseSecret(options);
  const overloadLimits = overloadLimitsOf(options.limits);
  const { pendingWrites, pendingWriteBytes } = overloadLimits;
  const metrics = options.metrics && createInstanceMetrics(options.metrics);
  let unregister: (() => void) | undefined;
  const database = openStore({
    database: options.database,
    schema: options.schema,
    writes,
    reports: createReports(),
    writer: options.writer,
    connections: options.databaseConnections,
    clock,
    synchronizeClock: correctedClock?.synchronize,
    // Twice the limit for visitors: owners can still write while public posts are rejected.
    now: options.clock && (() => clock.now()),
    maxPending: { writes: 2 * pendingWrites, bytes: 2 * pendingWriteBytes },
    observer: metrics?.writes,
    logger,
    secret: isCommand
      ? undefined
      : () => ({
          fingerprint: secretFingerprint(secret.key),
          replaces: options.newSecret ?? optionTable.newSecret.default,
        }),
    beforeOpen() {
      requireDatabaseOption(options.database);
      secret.load();
      if (file !== undefined) warnAboutBuildFolder(logger, file);
      if (options.newSecret && file !== undefined) warnAboutNewSecret(options.database, secret, logger);
      removal.start();
      if (!isCommand) {
        retention.start();
        webhooks.sender.start();
        email?.start();
      }
      unregister ??= file === undefined ? () => {} : registerInstance(logger, file);
      if (options.email && options.registration === 'open' && enabledPages.register && !options.getUser && !isCommand)
        warnAboutOpenMail(logger);
    },
  });

  const store = explainFailures(database, logger);

  const { windows } = store;
  const removal = createRemoval({ store, clock, logger });
  const retention = createRetention({
    store,
    clock,
    logger,
    changeDays: options.changeDays ?? optionTable.changeDays.default,
  });
  const keyTouches = createLastUsedTimes(store, touchKeys, { clock, logger });
  const sessionTouches = createLastUsedTimes(store, touchSessions, { clock, logger });
  const authenticate = createAuthenticator({ store, clock, lastUsedTimes: keyTouches });
  const sessions = createSessionService({ store, clock, touches: sessionTouches });
  const knownBrowsers = createKnownBrowsers(secret);
  const securityEvents = createSecurityEvents({ store, clock, secret, logger });
  const createThrottle = createThrottles({ clock, secret, windows: windows?.lasting ?? windows });
  const accounts = createAccountService({
    store,
    clock,
    registration: options.registration ?? optionTable.registration.default,
    createThrottle,
    knownBrowsers,
    events: securityEvents,
    removal,
    verifications: () => email?.verifications,
  });
  const cookiePlace = { base: urls.linkBase ?? urls.basePath, secure: urls.secure };
  const signIn = createSignInResolver({
    accounts,
    sessions,
    getUser: options.getUser,
    clock,
    cookieSettings: cookiePlace,
  });

  const signInUrl = options.signInUrl === undefined ? undefined : parseSignInUrl(options.signInUrl);
  const events = createEvents(options.on ?? {}, logger);
  const kindServices = {
    store,
    clock,
    secret,
    events,
    quotas: resolveQuotas(options.quotas),
    removal,
    imageHosts: options.imageHosts,
    urls,
    countingKeyOf: clientKeys.countingKeyOf,
    signInUrl: signInUrl && absoluteSignInUrl(signInUrl, urls.origin),
    prepareReceipt:
      options.email && createPrepareReceipt({ store, createThrottle, securityEvents, limits: options.email.limits }),
  };
  const polls = createKindServices(poll, { ...kindServices, schemas: pollSchemas });
  const quizzes = createKindServices(quiz, { ...kindServices, schemas: quizSchemas });
  const forms = createKindServices(form, { ...kindServices, schemas: formSchemas });
  const email =
    options.email &&
    createEmailServices(options.email, {
      store,
      clock,
      secret,
      logger,
      createThrottle,
      securityEvents,
      quizzes,
      forms,
      createTransport,
      observer: metrics?.emails,
      serverUrl: `${urls.origin}${urls.linkBase}`,
    });

  const readAskState = createAskStates(store);
  const live = createLive({ maxReaders, clock, logger });
  const changeWatch = new ChangeWatch(store, clock);
  const turns = createTurnBatcher();
  const { estimateWait } = turns;
  metrics?.start({ store, live, estimateWait });
  const limiters = createLimiters({
    store,
    clock,
    secret,
    metrics,
    sharedLimiter,
    limits: options.limits,
    ipv6Prefix: clientKeys.ipv6Prefix,
  });
  const feed = createChangeFeed({
    store,
    kinds: { poll: feedAsksOf(polls), quiz: feedAsksOf(quizzes), form: feedAsksOf(forms) },
  });
  const isKeyValid = createKeyCheck({ store, clock });
  const changeStreams = new ChangeStreams({ feed, watch: changeWatch, isKeyValid, logger });
  const webhooks = createWebhooks({
    store,
    clock,
    secret,
    logger,
    feed,
    events: securityEvents,
    options: options.webhooks,
    createConnections,
    observer: metrics?.webhooks,
    quota: kindServices.quotas.webhooks,
    readers: {
      poll: createResourceReader(polls),
      quiz: createResourceReader(quizzes),
      form: createResourceReader(forms),
    },
  });

  const sites = createSiteService({ store, clock, events: securityEvents });
  const webhookServices = { webhooks: webhooks.service, deliveries: webhooks.deliveries };

  return {
    options,
    urls,
    /** The sign-in page of the host app, with `{next}`. */
    signInUrl,
    /** The brand of the host app, and its home page. */
    brand: createBrand(options),
    signInLinks: createSignInLinks({ store, clock }),
    enabledPages,
    logger,
    clock,
    secret,
    store,
    authenticate,
    sessions,
    accounts,
    /** Undefined if no emails are sent. */
    passwordResets: email?.passwordResets,
    /** Undefined if no emails are sent. */
    verifications: email?.verifications,
    /** Undefined if no emails are sent. */
    notices: email?.notices,
    knownBrowsers,
    securityEvents,
    cookiePlace,
    signIn,
    auth: createSessionApi(authenticate, signIn),
    ...clientKeys,
    keys: createKeyService({ store, clock, prefix, lastUsedTimes: keyTouches, events: securityEvents }),
    sites,
    transfer: createTransferService({ ...kindServices, securityEvents }),
    polls,
    quizzes,
    forms,
    changes: { feed, watch: changeWatch, streams: changeStreams },
    ...webhookServices,
    operations: ownerOperations({ sites, ...webhookServices }),
    summaries: createSummaryService({ store, clock, events }),
    resultLinks: createResultLinks({ store, clock, secret }),
    starts: createStartService({ store, clock, secret }),
    checks: createCheckService({ store, clock, secret }),
    ...limiters,
    heavyRequests: createHeavyRequests(clock),
    requestLog: createRequestLog(),
    live,
    turns,
    readAskState,
    metrics,
    seenOrigins: createSeenOrigins(clock),
    overload: createOverload({ limits: overloadLimits, pending: store.pending, estimateWait }),

    async close(): Promise<void> {
      // Another instance may open the database now.
      unregister?.();
      live.end();
      changeWatch.end();
      metrics?.stop();
      await email?.stop();
      await Promise.all([
        keyTouches.flush(),
        sessionTouches.flush(),
        securityEvents.flush(),
        removal.stop(),
        retention.stop(),
        webhooks.sender.stop(),
      ]);
      await store.close();
    },
  };
}
