import { afterAll, expect, test } from 'vitest';
import type { Reply } from '../support/http/http-client.js';
import { type DocumentedReply, documentedReplies } from '../support/openapi/documented-replies.js';
import { type DocumentedServers, filled, startDocumentedServers } from '../support/openapi/documented-servers.js';
import {
  beyondQuota,
  beyondWebhookQuota,
  changeOfAnswered,
  checkAfterStart,
  checkTooOften,
  commonScenarios,
  deliverExpired,
  enableWithoutSecret,
  lateAttempt,
  lateResume,
  liveOfClosed,
  lostCursor,
  pathFor,
  readReport,
  reportQuery,
  rotateUnreadable,
  type Scenario,
  sendToDisabled,
  startAfterAttempt,
  startTooOften,
  startWithoutTicket,
  unchangedWorkingCopy,
  uselessTickets,
  visitorScenarios,
  visitorWithShortVoter,
  withdrawUsedTicket,
  workingCopyOfAnswered,
} from '../support/openapi/scenarios.js';
import { createOwner } from '../support/servers/create-owner.js';

/*
 * Produces every reply that the document lists: every operation with every status and every code. As in all tests, the
 * checker also compares the replies with the document.
 */

const servers: DocumentedServers = await startDocumentedServers();
afterAll(() => servers.close());

const plain: Scenario = async (on, documented) => on.send(documented, await pathFor(on, documented));

/** Replies that need a separate scenario. */
const ownScenarios: Readonly<Record<string, Scenario>> = {
  'listChanges 410 gone': lostCursor,
  'createSite 409 conflict': async (on, documented) => {
    const { services } = on.server;
    const owner = await createOwner(services);
    const many = Array.from({ length: 1_000 }, () =>
      services.sites.create(owner.session.scope, { name: 'One of many' }),
    );
    await Promise.all(many);
    return on.send(documented, documented.path, { key: await owner.key() });
  },
  'deleteSite 409 conflict': async (on, documented) => {
    const site = await on.createSite();
    await on.createExample('polls', { site_id: site });
    return on.send(documented, filled(documented.path, site));
  },
  'createPoll 409 conflict': beyondQuota,
  'createQuiz 409 conflict': beyondQuota,
  'createForm 409 conflict': beyondQuota,
  'copyPoll 409 conflict': beyondQuota,
  'copyQuiz 409 conflict': beyondQuota,
  'copyForm 409 conflict': beyondQuota,
  'createWebhook 409 conflict': beyondWebhookQuota,
  'updateWebhook 409 conflict': enableWithoutSecret,
  'rotateWebhookSecret 410 gone': rotateUnreadable,
  'replayWebhookDelivery 409 conflict': sendToDisabled,
  'replayWebhookDelivery 410 gone': deliverExpired,
  'testWebhook 409 conflict': sendToDisabled,
  'testWebhook 410 gone': deliverExpired,
  'submitAttempt 409 too_late': lateAttempt,
  'startQuiz 422 invalid': startWithoutTicket,
  'startQuiz 409 already_answered': startAfterAttempt,
  'startQuiz 409 too_late': lateResume,
  'startQuiz 429 rate_limited': startTooOften,
  'startQuizAs 422 invalid': startWithoutTicket,
  'startQuizAs 409 already_answered': startAfterAttempt,
  'startQuizAs 409 too_late': lateResume,
  'startQuizAs 429 rate_limited': startTooOften,
  'checkAnswer 200': checkAfterStart(),
  'checkAnswer 409 already_answered': checkAfterStart((on, id, started) => on.answer('quizzes', id, { started })),
  'checkAnswer 409 too_late': checkAfterStart((on) => on.pass(60_000)),
  'checkAnswer 429 rate_limited': checkTooOften,
  'getReadiness 503': (on, documented) => on.send(documented, documented.path, { to: on.away }),
};

function scenarioOf(documented: DocumentedReply): Scenario {
  const { name, path, status, code, method, isKeyed } = documented;
  const what = [status, code].filter(Boolean).join(' ');
  const own = ownScenarios[name];
  if (own) return own;
  if (path.endsWith('/progress') && status === 429) return checkTooOften;
  if (path.endsWith('/visitor') && status === 422) return visitorWithShortVoter;
  if (/\/(visitor|start)$/.test(path) && status === 200) return plain;
  if (path.endsWith('/live') && status < 300) return liveOfClosed(status === 204);
  if (path.endsWith('/working-copy') && method !== 'GET' && status < 300) return unchangedWorkingCopy;
  if (path.endsWith('/working-copy') && status === 409) return workingCopyOfAnswered;
  if (status < 400 && reportQuery(documented) !== undefined) return readReport;
  if (method === 'PATCH' && status === 409) return changeOfAnswered;
  if (path.endsWith('/tickets') && status === 409) return uselessTickets;
  if (path.endsWith('/{ticket}') && status === 409) return withdrawUsedTicket;
  const shared =
    (isKeyed || (method === 'GET' && status < 300) ? undefined : visitorScenarios[what]) ?? commonScenarios[what];
  return shared ?? plain;
}

/** Adds `?all=true`, without which a list is not deleted. */
function withAll(scenario: Scenario, { path, id, status }: DocumentedReply): Scenario {
  return id.startsWith('deleteAll') && status === 204
    ? async (on, documented) => on.send(documented, `${await pathFor(on, { ...documented, path })}?all=true`)
    : scenario;
}

const replies = documentedReplies(servers.document);

test('every scenario produces a documented reply', () => {
  expect(replies.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(ownScenarios)));
});

test.each(replies)('$name', async (documented) => {
  const reply: Reply = await withAll(scenarioOf(documented), documented)(servers, documented);
  const code = reply.status < 400 ? undefined : /"code":"(\w+)"/.exec(reply.text)?.[1];
  expect([reply.status, code], reply.text.slice(0, 500)).toEqual([documented.status, documented.code]);
});
