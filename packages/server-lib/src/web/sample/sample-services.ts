import { kindEndpoints } from '../../api/asks/ask-endpoints.js';
import { routeContextOf } from '../../api/asks/route-context.js';
import { strictTransportOf } from '../../api/headers/response-headers.js';
import { createPipeline, type Pipeline } from '../../api/request-pipeline.js';
import { check } from '../../base/validation/check.js';
import { seeOther } from '../../http/reply.js';
import { assembleServices, type Services } from '../../instance/assemble-services.js';
import { Scope } from '../../owners/access/scope.js';
import { embedRoutes } from '../embed/embed-endpoints.js';
import { createSubmissionErrorPage, errorPage } from '../hosted/error-page.js';
import { pageRoutes } from '../hosted/page-endpoints.js';
import { sample, sampleKey, samplePath } from './sample-poll.js';

/** The maximum number of streams of live results. */
const maxReaders = 200;

/** An instance with one poll, without pages for owners. */
export interface SampleServices {
  /** Serves the poll, its hosted page and the widget. */
  readonly pipeline: Pipeline;
  /** Settles when the poll is created. */
  readonly ready: Promise<void>;
  /** Ends all streams. */
  drain(): void;
  close(): Promise<void>;
}

/** Creates an instance with the options of the main one and its own database in memory. */
export function buildSampleServices({ options, limiter }: Services): SampleServices {
  const { liveReaders = maxReaders, ...limits } = options.limits ?? {};
  const services = assembleServices(
    {
      ...options,
      database: ':memory:',
      writer: 'inline',
      registration: 'open',
      getUser: () => null,
      on: {},
      quotas: {},
      metrics: undefined,
      limits: { ...limits, liveReaders: Math.min(liveReaders, maxReaders) },
    },
    { sharedLimiter: limiter },
  );
  return {
    pipeline: createSamplePipeline(services),
    ready: createSamplePoll(services),
    drain: () => services.live.end(),
    close: () => services.close(),
  };
}

/** Creates the poll and its account. Nobody can sign in to the account: it has no password. */
async function createSamplePoll({ accounts, polls: { kind, asks } }: Services): Promise<void> {
  const owner = { id: 'sample', name: 'Askwell', email: 'sample@example.com' };
  const scope = Scope.grant((await accounts.ensure(owner, false)).row.id, null);
  await asks.create(scope, check(kind.draft, sample), { id: sampleKey });
}

function createSamplePipeline(services: Services): Pipeline {
  const { store, clock, authenticate, limiter, accountLimiter, heavyRequests, addressOf, requestLog } = services;
  const { urls, overload, partyOf, logger, options } = services;
  const context = routeContextOf(services);
  return createPipeline({
    api: {
      store,
      clock,
      authenticate,
      limiter,
      accountLimiter,
      heavyRequests,
      addressOf,
      requestLog,
      renderSubmissionError: createSubmissionErrorPage(services),
    },
    apiEndpoints: kindEndpoints(services.polls, context),
    pageEndpoints: [
      ...embedRoutes(services, context),
      ...pageRoutes(services),
      // The hosted page links to `/`, which is the landing page of the main instance.
      { path: '/', get: ({ base }) => seeOther(`${base.slice(0, -samplePath.length)}/`) },
    ],
    renderErrorPage: errorPage,
    overload,
    partyOf,
    logger,
    strictTransport: strictTransportOf(options.hsts, urls.secure),
  });
}
