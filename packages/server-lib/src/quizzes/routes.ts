import { embedEndpoint } from '../asks/embedded.js';
import { refuseUnlessOpen } from '../asks/intake.js';
import type { KindRooms } from '../asks/rooms.js';
import { kindRoutes, type RouteContext } from '../asks/routes.js';
import { askIdParam } from '../asks/wire.js';
import { type Clock, timestamp } from '../clock.js';
import type { StartedQuiz } from '../embed/contract.js';
import { startedQuizWire } from '../embed/wire.js';
import { type About, one } from '../http/about.js';
import { type ApiEndpoint, apiEndpoint, item } from '../http/keyed.js';
import { act } from '../http/methods.js';
import type { PageEndpoint, ServiceOperation } from '../http/pages.js';
import { resource } from '../http/reply.js';
import type { Secret } from '../secret.js';
import type { Store } from '../store/store.js';
import type { QuizDraft, Regraded } from './contract.js';
import type { QuizWire } from './quiz.js';
import { keepRegraded, regradeQuiz } from './regrade.js';
import { expiryOf, newStart, signStart } from './started.js';
import type { QuizBody, QuizOwn } from './stored.js';
import { startedQuiz } from './view.js';
import { quizWire, regradedWire } from './wire.js';

export type QuizRooms = KindRooms<QuizDraft, QuizOwn, QuizBody, QuizWire>;

interface House {
  readonly store: Store;
  readonly clock: Clock;
  readonly secret: Secret;
}

const aboutRegrade: About = {
  id: 'regradeQuiz',
  summary: 'Mark all attempts anew',
  description: 'After a key was corrected: the results follow.',
  replies: [one(regradedWire)],
};

/** What all kinds have, and marking anew. */
export function quizRoutes(rooms: QuizRooms, context: RouteContext, { store, clock }: House): ApiEndpoint[] {
  const { asks } = rooms;
  const regrade = item('/api/v1/quizzes/{id}/regrade', { id: askIdParam('quiz') }, ({ scope }, { id = '' }) =>
    asks.find(scope, id),
  );
  return [
    ...kindRoutes(rooms, context, quizWire),
    apiEndpoint(regrade, {
      POST: act({
        about: aboutRegrade,
        weight: () => 'job',
        act: async ({ found: { ask } }, idempotency) => {
          const { count, at } = await regradeQuiz({ store, clock }, ask.seq);
          const done: Regraded = { quiz_id: asks.wireId(ask), regraded: count, graded_at: timestamp(at) };
          return keepRegraded(store, ask.seq, JSON.stringify(done), idempotency);
        },
        reply: async (_call, done) => resource(200, JSON.parse(done)),
      }),
    }),
  ];
}

const startTold: ServiceOperation = {
  about: {
    id: 'startQuiz',
    summary: 'Start a quiz',
    description: 'Gives the questions, and what the attempt has to bring back, once. The time runs from here.',
    replies: [one(startedQuizWire)],
    refusals: ['closed', 'not_open'],
  },
  params: { id: askIdParam('quiz') },
};

/** Where visitors start a quiz. */
export function quizPages(
  { intake, showing }: QuizRooms,
  context: RouteContext,
  { clock, secret }: House,
): PageEndpoint[] {
  return [
    embedEndpoint('/embed/quizzes/{id}/start', startTold, intake.find, context, async (_exchange, ask) => {
      const now = clock.now();
      refuseUnlessOpen(ask, now);
      const start = newStart(ask, now);
      const expiry = expiryOf(ask.own, start);
      const started: StartedQuiz = {
        quiz: { ...(await showing.head(ask)), ...startedQuiz(ask, start, secret.key) },
        started: signStart(secret.key, ask.id, start),
        expires_at: expiry === null ? null : timestamp(expiry),
      };
      return resource(200, started);
    }),
  ];
}
