import { Scope } from '../access/scope.js';
import { createPipeline, type Pipeline } from '../api/request-pipeline.js';
import { kindEndpoints } from '../asks/ask-endpoints.js';
import { assembleServices, type Services } from '../assemble-services.js';
import { embedRoutes } from '../embed/embed-endpoints.js';
import { seeOther } from '../http/reply.js';
import { createSubmissionErrorPage, errorPage } from '../pages/error-page.js';
import { pageRoutes } from '../pages/page-endpoints.js';
import { pollSchemas } from '../polls/kind-schemas.js';
import { check } from '../validation/check.js';
import { sample, sampleKey, samplePath } from './sample-poll.js';

/** Who may follow its results at the same time. */
const mostReaders = 200;

/** A house with one poll, which is open to visitors and to nobody else. */
export interface SampleServices {
  /** Serves the poll, its hosted page and the widget. */
  readonly pipeline: Pipeline;
  /** Settles once there is a poll. */
  readonly ready: Promise<void>;
  /** Ends all streams. */
  drain(): void;
  close(): Promise<void>;
}

/** Builds it like the house whose landing page it is for, over a database of its own that is in memory. */
export function buildSampleServices({ options, limiter }: Services): SampleServices {
  const { liveReaders = mostReaders, ...limits } = options.limits ?? {};
  const services = assembleServices(
    {
      ...options,
      database: ':memory:',
      writer: 'inline',
      registration: 'open',
      getUser: () => null,
      on: {},
      quotas: {},
      limits: { ...limits, liveReaders: Math.min(liveReaders, mostReaders) },
    },
    limiter,
  );
  return {
    pipeline: createSamplePipeline(services),
    ready: furnish(services),
    drain: () => services.live.end(),
    close: () => services.close(),
  };
}

/** The account is nobody's: it has no password, and no login leads to it. */
async function furnish({ accounts, polls: { kind, asks } }: Services): Promise<void> {
  const nobody = { id: 'sample', name: 'Askwell', email: 'sample@example.com' };
  const scope = Scope.grant((await accounts.ensure(nobody, false)).row.id, null);
  await asks.create(scope, check(kind.draft, sample), null, sampleKey);
}

function createSamplePipeline(services: Services): Pipeline {
  const { store, clock, authenticate, limiter, accountLimiter, heavyRequests, addressOf } = services;
  const { clientKeyOf, sites, urls, overload, logger } = services;
  const context = { clientKeyOf, originsOf: sites.findOrigins, ownOrigin: urls.origin };
  return createPipeline({
    api: {
      ...{ store, clock, authenticate, limiter, accountLimiter, heavyRequests, addressOf },
      renderSubmissionError: createSubmissionErrorPage(services),
    },
    apiEndpoints: kindEndpoints(services.polls, context, pollSchemas),
    pageEndpoints: [
      ...embedRoutes(services, context),
      ...pageRoutes(services),
      // Its hosted page says who made it, and leads to where it came from.
      { path: '/', get: ({ base }) => seeOther(`${base.slice(0, -samplePath.length)}/`) },
    ],
    renderErrorPage: errorPage,
    overload,
    logger,
    isSecure: urls.secure,
  });
}
