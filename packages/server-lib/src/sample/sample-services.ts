import { Scope } from '../access/scope.js';
import { createPipeline, type Pipeline } from '../api/request-pipeline.js';
import { kindRoutes } from '../asks/ask-endpoints.js';
import { assemble, type House } from '../assemble-services.js';
import { embedRoutes } from '../embed/embed-endpoints.js';
import { seeOther } from '../http/reply.js';
import { createRefuseByPage, failPage } from '../pages/error-page.js';
import { pageRoutes } from '../pages/page-endpoints.js';
import { pollWire } from '../polls/poll-response.js';
import { check } from '../validation/check.js';
import { sample, sampleKey, samplePath } from './sample-poll.js';

/** Who may follow its results at the same time. */
const mostReaders = 200;

/** A house with one poll, which is open to visitors and to nobody else. */
export interface SampleHouse {
  /** Serves the poll, its hosted page and the widget. */
  readonly pipeline: Pipeline;
  /** Settles once there is a poll. */
  readonly ready: Promise<void>;
  /** Ends all streams. */
  drain(): void;
  close(): Promise<void>;
}

/** Builds it like the house whose landing page it is for, over a database of its own that is in memory. */
export function buildSampleHouse({ options, limiter }: House): SampleHouse {
  const { liveReaders = mostReaders, ...limits } = options.limits ?? {};
  const house = assemble(
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
    pipeline: createSamplePipeline(house),
    ready: furnish(house),
    drain: () => house.live.end(),
    close: () => house.close(),
  };
}

/** The account is nobody's: it has no password, and no login leads to it. */
async function furnish({ accounts, polls: { kind, asks } }: House): Promise<void> {
  const nobody = { id: 'sample', name: 'Askwell', email: 'sample@example.com' };
  const scope = Scope.grant((await accounts.ensure(nobody, false)).row.id, null);
  await asks.create(scope, check(kind.draft, sample), null, sampleKey);
}

function createSamplePipeline(house: House): Pipeline {
  const { store, clock, authenticate, limiter, accountLimiter, heavy, addressOf } = house;
  const { clientOf, sites, place, overload, logger } = house;
  const context = { clientOf, originsOf: sites.originsOf, ownOrigin: place.origin };
  return createPipeline({
    api: {
      ...{ store, clock, authenticate, limiter, accountLimiter, heavy, addressOf },
      refuseByPage: createRefuseByPage(house),
    },
    apiEndpoints: kindRoutes(house.polls, context, pollWire),
    pageEndpoints: [
      ...embedRoutes(house, context),
      ...pageRoutes(house),
      // Its hosted page says who made it, and leads to where it came from.
      { path: '/', get: ({ base }) => seeOther(`${base.slice(0, -samplePath.length)}/`) },
    ],
    failPage,
    overload,
    logger,
    isSecure: place.secure,
  });
}
