import { afterAll, expect, test } from 'vitest';
import type { Reply } from '../support/client.js';
import { filled, type Stage, setStage } from '../support/openapi/stage.js';
import { type Step, stepsOf } from '../support/openapi/walk.js';
import {
  beyondQuota,
  changeOfAnswered,
  commonWays,
  lateAttempt,
  liveOfClosed,
  pathFor,
  startAfterAttempt,
  startTooOften,
  startWithoutTicket,
  uselessTickets,
  visitorWays,
  type Way,
} from '../support/openapi/ways.js';
import { createOwner } from '../support/owner.js';

/*
 * Whatever the document says can happen does happen: every operation, with every status and every code. That the replies
 * are as the document says is checked beside, as in all tests.
 */

const stage: Stage = await setStage();
afterAll(() => stage.close());

const plain: Way = async (on, step) => on.send(step, await pathFor(on, step));

/** What comes about in a way of its own. */
const ownWays: Readonly<Record<string, Way>> = {
  'createSite 409 conflict': async (on, step) => {
    const { services } = on.server;
    const owner = await createOwner(services);
    const many = Array.from({ length: 1_000 }, () =>
      services.sites.create(owner.session.scope, { name: 'One of many' }),
    );
    await Promise.all(many);
    return on.send(step, step.path, { key: await owner.key() });
  },
  'deleteSite 409 conflict': async (on, step) => {
    const site = await on.makeSite();
    await on.makeAsk('polls', { site_id: site });
    return on.send(step, filled(step.path, site));
  },
  'createPoll 409 conflict': beyondQuota,
  'createQuiz 409 conflict': beyondQuota,
  'createForm 409 conflict': beyondQuota,
  'submitAttempt 409 too_late': lateAttempt,
  'startQuiz 422 invalid': startWithoutTicket,
  'startQuiz 409 already_answered': startAfterAttempt,
  'startQuiz 429 rate_limited': startTooOften,
  'getReadiness 503': (on, step) => on.send(step, step.path, { to: on.away }),
};

function wayOf(step: Step): Way {
  const { name, path, status, code, method, isKeyed } = step;
  const what = [status, code].filter(Boolean).join(' ');
  const own = ownWays[name];
  if (own) return own;
  if (path.endsWith('/live') && status < 300) return liveOfClosed(status === 204);
  if (method === 'PATCH' && status === 409) return changeOfAnswered;
  if (path.endsWith('/tickets') && status === 409) return uselessTickets;
  const way = (isKeyed || (method === 'GET' && status < 300) ? undefined : visitorWays[what]) ?? commonWays[what];
  return way ?? plain;
}

/** A list is emptied only by who says so. */
function asked(way: Way, { path, id, status }: Step): Way {
  return id.startsWith('deleteAll') && status === 204
    ? async (on, step) => on.send(step, `${await pathFor(on, { ...step, path })}?all=true`)
    : way;
}

const steps = stepsOf(stage.document);

test('no way of its own leads to what the document does not have', () => {
  expect(steps.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(ownWays)));
});

test.each(steps)('$name', async (step) => {
  const answer: Reply = await asked(wayOf(step), step)(stage, step);
  const code = answer.status < 400 ? undefined : /"code":"(\w+)"/.exec(answer.text)?.[1];
  expect([answer.status, code], answer.text.slice(0, 500)).toEqual([step.status, step.code]);
});
