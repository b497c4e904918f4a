import { batchBodyLimit, translationBodyLimit } from '../../../src/core/limits.js';
import { deleteExpiredDeliveries } from '../../../src/events/webhooks/record-outcomes.js';
import { rotateWebhook } from '../../../src/events/webhooks/webhook-queries.js';
import { kindsUnderTest } from '../asks/kinds-under-test.js';
import { reportedAsks } from '../asks/reported-asks.js';
import { newAddress, type Reply } from '../http/http-client.js';
import type { DocumentedReply } from './documented-replies.js';
import { type DocumentedServers, filled, pluralIn } from './documented-servers.js';

/** Sends requests that produce a documented reply, and returns the reply. */
export type Scenario = (servers: DocumentedServers, documented: DocumentedReply) => Promise<Reply>;

/** Creates the resource of an operation and returns its path. */
export async function pathFor(
  { createSite, createExample, answer, createTicket, createWebhook, createDelivery }: DocumentedServers,
  { path }: DocumentedReply,
): Promise<string> {
  if (!path.includes('{')) return path;
  if (path.startsWith('/api/v1/sites')) return filled(path, await createSite());
  if (path.startsWith('/api/v1/webhooks')) {
    const webhook = await createWebhook();
    return path.includes('{delivery}') ? filled(path, webhook, await createDelivery(webhook)) : filled(path, webhook);
  }
  const plural = pluralIn(path);
  const one_per = path.includes('/tickets') ? 'ticket' : 'user';
  if (path.includes('{language}')) return filled(path, await createExample(plural, { languages: ['en', 'de'] }), 'de');
  const id = await createExample(plural, /\/(tickets|visitor)/.test(path) ? { one_per } : visible);
  if (path.includes('{ticket}')) return filled(path, id, (await createTicket(plural, id)).id);
  if (!path.includes('{answer}')) return filled(path, id);
  return filled(path, id, idOf(await answer(plural, id)));
}

/** Returns the path of a resource that does not exist, by the examples of the document. */
function unknownPath({ path, operation }: DocumentedReply): string {
  const examples = operation.parameters.flatMap((parameter) =>
    'in' in parameter && parameter.in === 'path' ? [String(parameter.example)] : [],
  );
  return filled(path, ...examples.map((example) => (example === '1' ? '999999' : example)));
}

const visible = { results_visibility: 'always' };

function idOf({ text }: Reply): string {
  return /"id":"([^"]+)"/.exec(text)?.[1] ?? 'none';
}

const publicLimit = 64 * 1024;
const keyedLimit = 256 * 1024;

function limitOf({ isKeyed, path }: DocumentedReply): number {
  if (path.endsWith('/batch')) return batchBodyLimit;
  if (path.endsWith('{language}')) return translationBodyLimit;
  return isKeyed ? keyedLimit : publicLimit;
}

const onceHeader = () => ({ 'idempotency-key': `once-${newAddress()}`, 'x-forwarded-for': newAddress() });
const otherOrigin = { origin: 'https://elsewhere.example' };

/** Deletes the resource that a request created. */
async function deleteCreated(
  { ask }: DocumentedServers,
  { path }: DocumentedReply,
  at: string,
  created: Reply,
): Promise<void> {
  const id = /"id":("?)([^",]+)\1/.exec(created.text)?.[2];
  // A copy is created next to its original.
  const collection = path.endsWith('/copy') ? `/api/v1/${pluralIn(path)}` : path;
  await ask('DELETE', `${collection.includes('{') ? at : collection}/${id}`);
}

/** Scenarios that work for every operation, by status and code. */
export const commonScenarios: Readonly<Record<string, Scenario>> = {
  '400 malformed': async (servers, documented) =>
    servers.send(
      documented,
      `${await pathFor(servers, documented)}${malformedQuery(documented)}`,
      malformedBody(documented),
    ),
  '401': (servers, documented) => servers.send(documented, documented.path, { key: undefined }),
  '403 forbidden': async (servers, documented) => {
    if (documented.isKeyed) {
      const key = await servers.owner.key(undefined, { permissions: 'read' });
      return servers.send(documented, await pathFor(servers, documented), { key });
    }
    const site_id = await servers.createSite(['https://shop.example.com']);
    const id = await servers.createExample(pluralIn(documented.path), { site_id });
    return servers.send(documented, filled(documented.path, id), { headers: otherOrigin });
  },
  '404 not_found': (servers, documented) => servers.send(documented, unknownPath(documented)),
  '405 method_not_allowed': (servers, documented) => servers.send(documented, documented.path, { method: 'DELETE' }),
  '410 gone': async (servers, documented) => {
    const [path, headers] = [await pathFor(servers, documented), onceHeader()];
    await deleteCreated(servers, documented, path, await servers.send(documented, path, { headers }));
    return servers.send(documented, path, { headers });
  },
  '412 precondition_failed': async (servers, documented) =>
    servers.send(documented, await pathFor(servers, documented), { headers: { 'if-match': '"99"' } }),
  '413 too_large': async (servers, documented) =>
    servers.send(documented, await pathFor(servers, documented), {
      body: ' '.repeat(limitOf(documented) + 1),
    }),
  '415 unsupported_media_type': async (servers, documented) =>
    servers.send(documented, await pathFor(servers, documented), {
      body: 'Hello',
      headers: { 'content-type': 'text/csv' },
    }),
  '422 invalid': async (servers, documented) =>
    documented.isKeyed
      ? servers.send(documented, `${await pathFor(servers, documented)}?nonsense=1`)
      : servers.send(documented, await pathFor(servers, documented), { body: { nonsense: 1 } }),
  '422 idempotency_mismatch': async (servers, documented) => {
    const [path, headers] = [await pathFor(servers, documented), onceHeader()];
    await servers.send(documented, path, { headers });
    return servers.send(documented, path, { headers, body: { another: 'body' } });
  },
  '429 rate_limited': async (servers, documented) => {
    if (documented.isKeyed) {
      const options = { to: servers.limited, key: await servers.newLimitedKey() };
      await servers.send(documented, unknownPath(documented), options);
      return servers.send(documented, unknownPath(documented), options);
    }
    const headers = { 'x-forwarded-for': newAddress() };
    for (let n = 0; n < 30; n++) await servers.send(documented, filled(documented.path, 'unknown'), { headers });
    return servers.send(documented, filled(documented.path, 'unknown'), { headers });
  },
  '500 internal': (servers, documented) => servers.send(documented, unknownPath(documented), { to: servers.broken }),
  '503 unavailable': (servers, documented) => servers.send(documented, unknownPath(documented), { to: servers.away }),
  '304': async (servers, documented) => {
    const path = await pathFor(servers, documented);
    const etag = (await servers.send(documented, path)).headers.get('etag') ?? '';
    return servers.send(documented, path, { headers: { 'if-none-match': etag } });
  },
};

function malformedQuery({ isKeyed, method }: DocumentedReply): string {
  return isKeyed || method === 'GET' ? '?x=%zz' : '';
}

function malformedBody({ isKeyed, method }: DocumentedReply): { body?: string } {
  return isKeyed || method === 'GET' ? {} : { body: '{' };
}

/** Returns a scenario that answers an ask with some settings. */
function answering(
  more: object,
  before?: (servers: DocumentedServers, documented: DocumentedReply, id: string) => Promise<unknown>,
): Scenario {
  return async (servers, documented) => {
    const id = await servers.createExample(pluralIn(documented.path), more);
    await before?.(servers, documented, id);
    return servers.send(documented, filled(documented.path, id));
  };
}

const future = '2999-01-01T00:00:00Z';
const answeredByOther = ({ answer }: DocumentedServers, { path }: DocumentedReply, id: string) =>
  answer(pluralIn(path), id);
const voter = 'a-browser-that-comes-back';

/** Returns a scenario with a second answer of the same visitor. */
function answeringTwice(more: object): Scenario {
  return async (servers, documented) => {
    const plural = pluralIn(documented.path);
    const id = await servers.createExample(plural, { one_per: 'browser', ...more });
    await servers.answer(plural, id, { voter });
    return servers.answer(plural, id, { voter });
  };
}

/** Scenarios of visitors, by status and code. */
export const visitorScenarios: Readonly<Record<string, Scenario>> = {
  '401 sign_in_required': answering({ one_per: 'user' }),
  '409 closed': answering({ status: 'closed' }),
  '409 not_open': answering({ opens_at: future }),
  '409 full': answering({ max_answers: 1, one_per: null }, answeredByOther),
  '409 already_answered': answeringTwice({}),
  '200': answeringTwice({ allow_change: true }),
  '303': async (servers, documented) => {
    const fields = documented.operation.requestBody?.content['application/x-www-form-urlencoded']?.example;
    const body = new URLSearchParams(Object.assign({}, fields)).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
    return servers.send(documented, await pathFor(servers, documented), { body, headers });
  },
};

/** Changes an ask in a way that its answers do not allow. */
export const changeOfAnswered: Scenario = async (servers, documented) => {
  const plural = pluralIn(documented.path);
  const id = await servers.createExample(plural, { one_per: 'browser' });
  await servers.answer(plural, id, { voter });
  return servers.send(documented, filled(documented.path, id), { body: { one_per: 'ip' } });
};

/** Publishes or discards the working copy of an ask that has no changes. */
export const unchangedWorkingCopy: Scenario = async (servers, documented) => {
  const path = filled(documented.path, await servers.createExample(pluralIn(documented.path)));
  return documented.method === 'DELETE'
    ? servers.send(documented, `${path}?revision=v1`)
    : servers.send(documented, path, { body: { revision: 'v1', publish: true } });
};

/** Publishes a change that the answers of an ask do not allow. */
export const workingCopyOfAnswered: Scenario = async (servers, documented) => {
  const plural = pluralIn(documented.path);
  const id = await servers.createExample(plural, { one_per: 'browser' });
  await servers.answer(plural, id, { voter });
  const definition = { ...kindsUnderTest.find((kind) => kind.plural === plural)?.draft, one_per: 'ip' };
  const body = { revision: 'v1', definition, publish: true };
  return servers.send(documented, filled(documented.path, id), { body });
};

/** Returns the query of a report that requires one. */
export function reportQuery({ path }: DocumentedReply): string | undefined {
  if (!/^\/api\/v1\/(polls|quizzes|forms)\//.test(path)) return undefined;
  return reportedAsks[pluralIn(path)].queries[path.split('/').at(-1) ?? ''];
}

/** Reads a report that counts questions, again if it is to be unchanged. */
export const readReport: Scenario = async (servers, documented) => {
  const plural = pluralIn(documented.path);
  const id = await servers.createExample(plural, reportedAsks[plural].more);
  const path = `${filled(documented.path, id)}${reportQuery(documented)}`;
  const reply = await servers.send(documented, path);
  if (documented.status !== 304) return reply;
  return servers.send(documented, path, { headers: { 'if-none-match': reply.headers.get('etag') ?? '' } });
};

/** Issues tickets for an ask without tickets. */
export const uselessTickets: Scenario = async (servers, documented) =>
  servers.send(
    documented,
    filled(documented.path, await servers.createExample(pluralIn(documented.path), { one_per: 'ip' })),
  );

/** Withdraws a ticket that was used. */
export const withdrawUsedTicket: Scenario = async (servers, documented) => {
  const plural = pluralIn(documented.path);
  const id = await servers.createExample(plural, { one_per: 'ticket' });
  const { id: ticket, code } = await servers.createTicket(plural, id);
  await servers.answer(plural, id, { ticket: code });
  return servers.send(documented, filled(documented.path, id, ticket));
};

/** Creates an ask beyond the quota of the account. */
export const beyondQuota: Scenario = async (servers, documented) => {
  const { key, id } = await servers.fillQuota(pluralIn(documented.path));
  return servers.send(documented, filled(documented.path, id), { to: servers.small, key });
};

/** Submits a timed attempt after its time. */
export const lateAttempt: Scenario = async (servers, documented) => {
  const id = await servers.createExample('quizzes', { time_limit_seconds: 1 });
  const { text } = await servers.ask('GET', `/embed/quizzes/${id}/start`);
  const { started } = JSON.parse(text).data;
  servers.pass(60_000);
  return servers.send(documented, filled(documented.path, id), { body: { answers: {}, started } });
};

const timedWithFeedback = { feedback: 'each', time_limit_seconds: 1 };

/** Continues the start of a quiz after its time. */
export const lateResume: Scenario = async (servers, documented) => {
  const path = filled(documented.path, await servers.createExample('quizzes', timedWithFeedback));
  const { text } = await servers.send(documented, path);
  servers.pass(60_000);
  return sendMembers(servers, documented, path, { started: JSON.parse(text).data.started });
};

/** Sends the members by which a visitor identifies themself: in the body of a POST, or in the query of a GET. */
function sendMembers(
  servers: DocumentedServers,
  documented: Parameters<Scenario>[1],
  path: string,
  members: Readonly<Record<string, string>>,
) {
  if (documented.method === 'POST') return servers.send(documented, path, { body: members });
  return servers.send(documented, `${path}?${new URLSearchParams(members)}`);
}

/** Returns a scenario that checks an answer of a started quiz. */
export function checkAfterStart(
  before?: (servers: DocumentedServers, id: string, started: string) => unknown,
): Scenario {
  return async (servers, documented) => {
    const id = await servers.createExample('quizzes', timedWithFeedback);
    const { text } = await servers.ask('GET', `/embed/quizzes/${id}/start`);
    const { started } = JSON.parse(text).data;
    await before?.(servers, id, started);
    return servers.send(documented, filled(documented.path, id), { body: { question: 'q1', answer: 'o2', started } });
  };
}

/** Checks answers more often than the limit of one address allows. */
export const checkTooOften: Scenario = async (servers, documented) => {
  const path = filled(documented.path, 'unknown');
  const headers = { 'x-forwarded-for': newAddress() };
  await Promise.all(Array.from({ length: 600 }, () => servers.send(documented, path, { headers })));
  return servers.send(documented, path, { headers });
};

/** Starts a quiz without the required ticket. */
export const startWithoutTicket: Scenario = async (servers, documented) =>
  servers.send(documented, filled(documented.path, await servers.createExample('quizzes', { one_per: 'ticket' })));

/** Sends a `voter` that is too short. */
export const visitorWithShortVoter: Scenario = async (servers, documented) =>
  sendMembers(servers, documented, await pathFor(servers, documented), { voter: 'short' });

/** Starts a quiz after the last attempt of the visitor. */
export const startAfterAttempt: Scenario = async (servers, documented) => {
  const id = await servers.createExample('quizzes', { one_per: 'browser' });
  const path = filled(documented.path, id);
  const { text } = await sendMembers(servers, documented, path, { voter });
  await servers.answer('quizzes', id, { voter, started: JSON.parse(text).data.started });
  return sendMembers(servers, documented, path, { voter });
};

/** Starts a quiz more often than the limit of one address allows. */
export const startTooOften: Scenario = async (servers, documented) => {
  const path = filled(documented.path, await servers.createExample('quizzes'));
  const headers = { 'x-forwarded-for': newAddress() };
  for (let n = 0; n < 30; n++) await servers.send(documented, path, { headers });
  return servers.send(documented, path, { headers });
};

/** Returns a scenario that reads the live results of a closed ask, from the start or after the last event. */
export function liveOfClosed(hasSeen: boolean): Scenario {
  return async (servers, documented) => {
    const id = await servers.createExample(pluralIn(documented.path), { status: 'closed', ...visible });
    const path = filled(documented.path, id);
    const last = /^id: (.*)$/m.exec((await servers.send(documented, path)).text)?.[1] ?? '';
    return servers.send(documented, path, { headers: hasSeen ? { 'last-event-id': last } : {} });
  };
}

/** Reads changes after a cursor that no longer exists, because the database was restored from a backup. */
export const lostCursor: Scenario = async (servers, documented) => {
  const text = JSON.stringify([1, servers.owner.session.account.id, null, ['l', 1_000_000, ''], null]);
  return servers.send(documented, `${documented.path}?cursor=${Buffer.from(text).toString('base64url')}`);
};

/** Creates a webhook beyond the quota of the account. */
export const beyondWebhookQuota: Scenario = async (servers, documented) => {
  const options = { to: servers.small, key: await servers.newSmallKey() };
  await servers.send(documented, documented.path, options);
  return servers.send(documented, documented.path, options);
};

/** Enables a webhook of an import, whose secret was not rotated yet. */
export const enableWithoutSecret: Scenario = async (servers, documented) => {
  const id = await servers.createWebhook();
  const path = filled(documented.path, id);
  await servers.ask('PATCH', path, { body: { enabled: false } });
  const target = { account: servers.owner.session.account.id, id, onlyVersion: null };
  const secret = new Uint8Array();
  await servers.server.services.store.run(rotateWebhook, { ...target, secret, at: 0, until: 0, idempotency: null });
  return servers.send(documented, path, { body: { enabled: true } });
};

/** Sends an event to a webhook that is disabled. */
export const sendToDisabled: Scenario = async (servers, documented) => {
  const path = await pathFor(servers, documented);
  const [webhook] = /^\/api\/v1\/webhooks\/\d+/.exec(path) ?? [''];
  await servers.ask('PATCH', webhook, { body: { enabled: false } });
  return servers.send(documented, path);
};

/** Repeats the rotation of a secret that the server can no longer decrypt, because the server's own secret was replaced. */
export const rotateUnreadable: Scenario = async (servers, documented) => {
  const [id, headers] = [await servers.createWebhook(), onceHeader()];
  const path = filled(documented.path, id);
  await servers.send(documented, path, { headers });
  const target = { account: servers.owner.session.account.id, id, onlyVersion: null };
  const secret = new Uint8Array(64);
  await servers.server.services.store.run(rotateWebhook, { ...target, secret, at: 0, until: 0, idempotency: null });
  return servers.send(documented, path, { headers });
};

const hour = 3_600_000;
const month = 30 * 24 * hour;

/** Repeats a request whose delivery was deleted. The clock makes the deleted delivery older than the original delivery, which is kept. */
export const deliverExpired: Scenario = async (servers, documented) => {
  const [path, headers] = [await pathFor(servers, documented), onceHeader()];
  servers.pass(-2 * hour);
  await servers.send(documented, path, { headers });
  const at = (servers.now() + month + hour) * 1_000;
  servers.pass(2 * hour);
  await servers.server.services.store.run(deleteExpiredDeliveries, { at });
  return servers.send(documented, path, { headers });
};
