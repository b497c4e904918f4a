import { createSessionApi } from '../api/accounts/session-api.js';
import { ownerOperations } from '../api/operations/owner-operations.js';
import { sessionOperations } from '../api/operations/session-operations.js';
import { createHeavyRequests } from '../api/overload/heavy-requests.js';
import { createOverload } from '../api/overload/overload.js';
import { createRequestLog } from '../api/request-log.js';
import { createTransferService } from '../api/transfer/transfer-service.js';
import { createTurnBatcher } from '../base/batch-per-turn.js';
import { createClock, createCorrectedClock } from '../base/clock.js';
import { secretFingerprint } from '../base/crypto/secret.js';
import { stderrLogger } from '../base/logger.js';
import { createSummaryService } from '../core/asks/summary-service.js';
import { createEvents } from '../core/events.js';
import { createFormulas } from '../core/formulas/formulas.js';
import { createFunnel } from '../core/funnel/funnel-service.js';
import { createKindServices } from '../core/kind-services.js';
import { resolveQuotas } from '../core/quotas.js';
import { createAskStates } from '../core/read/ask-states.js';
import { createSeenOrigins } from '../core/read/seen-origins.js';
import { createResultLinks } from '../core/results/link-service.js';
import { createRetention } from '../core/retention/retention.js';
import { explainFailures } from '../db/explained-store.js';
import { createLastUsedTimes } from '../db/last-used-times.js';
import { isPostgres, openStore } from '../db/open-store.js';
import { createChangeFeed } from '../events/feed/change-feed.js';
import { ChangeWatch } from '../events/feed/change-watch.js';
import { feedAsksOf } from '../events/feed/feed-asks.js';
import { ChangeStreams } from '../events/feed/follow-changes.js';
import { createLive, defaultLiveReaders } from '../events/live/live-results.js';
import { createEmailServices } from '../events/notifications/email-services.js';
import { createPrepareReceipt } from '../events/notifications/prepare-receipts.js';
import type { CreateConnections } from '../events/webhooks/connections.js';
import { createResourceReader } from '../events/webhooks/read-content.js';
import { createWebhooks } from '../events/webhooks/webhooks.js';
import { parseUrlOptions } from '../http/base-path.js';
import type { AddressLimiter } from '../http/limits/limiter.js';
import { form } from '../kinds/form/form-kind.js';
import { formSchemas } from '../kinds/form/kind-schemas.js';
import { createPathCountsService } from '../kinds/form/path-counts-report.js';
import { pollSchemas } from '../kinds/poll/kind-schemas.js';
import { poll } from '../kinds/poll/poll-kind.js';
import { createCheckService } from '../kinds/quiz/check-service.js';
import { quizSchemas } from '../kinds/quiz/kind-schemas.js';
import { createQuestionAnalyses } from '../kinds/quiz/question-analysis-report.js';
import { quiz } from '../kinds/quiz/quiz-kind.js';
import { createStartService } from '../kinds/quiz/start-service.js';
import { toEditorRules } from '../owners/access/editor-rules.js';
import { createThrottles } from '../owners/access/failure-throttle.js';
import { createKnownBrowsers } from '../owners/access/known-browsers.js';
import { touchSessions } from '../owners/access/session-queries.js';
import { createAccountService } from '../owners/accounts/account-service.js';
import { createSignInResolver } from '../owners/accounts/resolve-sign-in.js';
import { createSessionService } from '../owners/accounts/session-service.js';
import { createSignInLinks } from '../owners/accounts/sign-in-links.js';
import type { CreateTransport } from '../owners/email/create-transport.js';
import { createAuthenticator, createKeyCheck } from '../owners/keys/authenticate-key.js';
import { touchKeys } from '../owners/keys/key-queries.js';
import { createKeyService } from '../owners/keys/key-service.js';
import { createRemoval } from '../owners/removal/background-removal.js';
import { createSecurityEvents } from '../owners/security-events/security-events.js';
import { createSiteService } from '../owners/sites/site-service.js';
import { createTokenService } from '../owners/tokens/token-service.js';
import { createClientKeys } from './client-keys.js';
import { createDatabaseSecret, databasePath, requireDatabaseOption, warnAboutNewSecret } from './database-secret.js';
import { createLimiters, overloadLimitsOf } from './limiters.js';
import { createInstanceMetrics } from './metrics/instance-metrics.js';
import { createBrand } from './options/brand.js';
import { checkOptions } from './options/check-options.js';
import { enabledPagesOf } from './options/enabled-pages.js';
import { registerInstance, warnAboutBuildFolder, warnAboutOpenMail } from './options/host-warnings.js';
import { optionTable } from './options/option-table.js';
import type { AskwellOptions } from './options/options.js';
import { absoluteSignInUrl, parseSignInUrl } from './options/sign-in-url.js';
import { createReports } from './registered-reports.js';
import { writes } from './registered-writes.js';

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
  const funnel = createFunnel({ store, clock, logger });
  const retention = createRetention({
    store,
    clock,
    logger,
    changeDays: options.changeDays ?? optionTable.changeDays.default,
  });
  const keyTouches = createLastUsedTimes(store, touchKeys, { clock, logger });
  const sessionTouches = createLastUsedTimes(store, touchSessions, { clock, logger });
  const authenticate = createAuthenticator({ store, clock, lastUsedTimes: keyTouches });
  const editorRules = toEditorRules(options.editor);
  const sessions = createSessionService({ store, clock, touches: sessionTouches, rules: editorRules });
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
    rules: editorRules,
  });

  const signInUrl = options.signInUrl === undefined ? undefined : parseSignInUrl(options.signInUrl);
  const events = createEvents(options.on ?? {}, logger);
  const formulas = createFormulas();
  const kindServices = {
    store,
    clock,
    secret,
    events,
    quotas: resolveQuotas(options.quotas),
    removal,
    funnel,
    formulas,
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

  const keys = createKeyService({ store, clock, prefix, lastUsedTimes: keyTouches, events: securityEvents });
  const summaries = createSummaryService({ store, clock, events });
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
    keys,
    tokens: createTokenService({ store, clock, events: securityEvents, rules: editorRules }),
    sites,
    transfer: createTransferService({ ...kindServices, securityEvents }),
    polls,
    quizzes,
    forms,
    changes: { feed, watch: changeWatch, streams: changeStreams },
    ...webhookServices,
    operations: ownerOperations({ accounts, keys, sites, ...webhookServices }),
    /** The operations that only a signed-in owner can call. */
    sessionOperations: sessionOperations({
      keys,
      accounts,
      sessions,
      securityEvents,
      verifications: email?.verifications,
      notices: email?.notices,
      polls,
      quizzes,
      forms,
      summaries,
    }),
    summaries,
    formulas,
    resultLinks: createResultLinks({ store, clock, secret }),
    starts: createStartService({ store, clock, secret }),
    checks: createCheckService({ store, clock, secret, formulas }),
    questionAnalyses: createQuestionAnalyses(store),
    pathCounts: createPathCountsService(store),
    ...limiters,
    heavyRequests: createHeavyRequests(clock),
    requestLog: createRequestLog(),
    live,
    turns,
    readAskState,
    /** Counts how far visits get. */
    funnel,
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
        funnel.flush(),
        removal.stop(),
        retention.stop(),
        webhooks.sender.stop(),
      ]);
      await store.close();
    },
  };
}
