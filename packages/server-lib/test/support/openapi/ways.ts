import { newAddress, type Reply } from '../client.js';
import { filled, pluralIn, type Stage } from './stage.js';
import type { Step } from './walk.js';

/** Brings a step about. */
export type Way = (stage: Stage, step: Step) => Promise<Reply>;

/** Makes what an operation's path names, and gives the path to it. */
export async function pathFor({ makeSite, makeAsk, answer }: Stage, { path }: Step): Promise<string> {
  if (!path.includes('{')) return path;
  if (path.startsWith('/api/v1/sites')) return filled(path, await makeSite());
  const plural = pluralIn(path);
  const id = await makeAsk(plural, path.endsWith('/tickets') ? { one_per: 'ticket' } : visible);
  if (!path.includes('{answer}')) return filled(path, id);
  return filled(path, id, idOf(await answer(plural, id)));
}

/** A path as the document has it for an example: what it names could be there, and is not. */
function unknownPath({ path, operation }: Step): string {
  const examples = operation.parameters.flatMap((one) =>
    'in' in one && one.in === 'path' ? [String(one.example)] : [],
  );
  return filled(path, ...examples.map((example) => (example === '1' ? '999999' : example)));
}

const visible = { results_visibility: 'always' };

function idOf({ text }: Reply): string {
  return /"id":"([^"]+)"/.exec(text)?.[1] ?? 'none';
}

const publicLimit = 64 * 1024;
const keyedLimit = 256 * 1024;
const onceHeader = () => ({ 'idempotency-key': `once-${newAddress()}`, 'x-forwarded-for': newAddress() });
const elsewhere = { origin: 'https://elsewhere.example' };

/** Deletes what a creation made. */
async function undo({ ask }: Stage, { path }: Step, at: string, made: Reply): Promise<void> {
  const id = /"id":("?)([^",]+)\1/.exec(made.text)?.[2];
  await ask('DELETE', `${path.includes('{') ? at : path}/${id}`);
}

/** What comes about in the same way wherever it may, by status and code. */
export const commonWays: Readonly<Record<string, Way>> = {
  '400 malformed': async (stage, step) =>
    stage.send(step, `${await pathFor(stage, step)}${malformedQuery(step)}`, malformedBody(step)),
  '401': (stage, step) => stage.send(step, step.path, { key: undefined }),
  '403 forbidden': async (stage, step) => {
    if (step.isKeyed) {
      const site = await stage.makeSite();
      return stage.send(step, filled(step.path, site), { key: await stage.owner.key(site) });
    }
    const site_id = await stage.makeSite(['https://shop.example.com']);
    const id = await stage.makeAsk(pluralIn(step.path), { site_id });
    return stage.send(step, filled(step.path, id), { headers: elsewhere });
  },
  '404 not_found': (stage, step) => stage.send(step, unknownPath(step)),
  '410 gone': async (stage, step) => {
    const [path, headers] = [await pathFor(stage, step), onceHeader()];
    await undo(stage, step, path, await stage.send(step, path, { headers }));
    return stage.send(step, path, { headers });
  },
  '412 precondition_failed': async (stage, step) =>
    stage.send(step, await pathFor(stage, step), { headers: { 'if-match': '"99"' } }),
  '413 too_large': async (stage, step) =>
    stage.send(step, await pathFor(stage, step), { body: ' '.repeat((step.isKeyed ? keyedLimit : publicLimit) + 1) }),
  '415 unsupported_media_type': async (stage, step) =>
    stage.send(step, await pathFor(stage, step), { body: 'Hello', headers: { 'content-type': 'text/plain' } }),
  '422 invalid': async (stage, step) =>
    step.isKeyed
      ? stage.send(step, `${await pathFor(stage, step)}?nonsense=1`)
      : stage.send(step, await pathFor(stage, step), { body: { nonsense: 1 } }),
  '422 idempotency_mismatch': async (stage, step) => {
    const [path, headers] = [await pathFor(stage, step), onceHeader()];
    await stage.send(step, path, { headers });
    return stage.send(step, path, { headers, body: { another: 'body' } });
  },
  '429 rate_limited': async (stage, step) => {
    if (step.isKeyed) {
      const options = { to: stage.limited, key: await stage.newLimitedKey() };
      await stage.send(step, unknownPath(step), options);
      return stage.send(step, unknownPath(step), options);
    }
    const headers = { 'x-forwarded-for': newAddress() };
    for (let n = 0; n < 30; n++) await stage.send(step, filled(step.path, 'unknown'), { headers });
    return stage.send(step, filled(step.path, 'unknown'), { headers });
  },
  '500 internal': (stage, step) => stage.send(step, unknownPath(step), { to: stage.broken }),
  '503 unavailable': (stage, step) => stage.send(step, unknownPath(step), { to: stage.away }),
  '304': async (stage, step) => {
    const path = await pathFor(stage, step);
    const etag = (await stage.send(step, path)).headers.get('etag') ?? '';
    return stage.send(step, path, { headers: { 'if-none-match': etag } });
  },
};

function malformedQuery({ isKeyed, method }: Step): string {
  return isKeyed || method === 'GET' ? '?x=%zz' : '';
}

function malformedBody({ isKeyed, method }: Step): { body?: string } {
  return isKeyed || method === 'GET' ? {} : { body: '{' };
}

/** Makes an ask with some settings, and answers it as the step does. */
function answering(more: object, before?: (stage: Stage, step: Step, id: string) => Promise<unknown>): Way {
  return async (stage, step) => {
    const id = await stage.makeAsk(pluralIn(step.path), more);
    await before?.(stage, step, id);
    return stage.send(step, filled(step.path, id));
  };
}

const future = '2999-01-01T00:00:00Z';
const another = ({ answer }: Stage, { path }: Step, id: string) => answer(pluralIn(path), id);
const voter = 'a-browser-that-comes-back';

/** A second answer by the same visitor. */
function again(more: object): Way {
  return async (stage, step) => {
    const plural = pluralIn(step.path);
    const id = await stage.makeAsk(plural, { one_per: 'browser', ...more });
    await stage.answer(plural, id, { voter });
    return stage.answer(plural, id, { voter });
  };
}

/** What visitors may be answered, by status and code. */
export const visitorWays: Readonly<Record<string, Way>> = {
  '409 closed': answering({ status: 'closed' }),
  '409 not_open': answering({ opens_at: future }),
  '409 full': answering({ max_answers: 1, one_per: null }, another),
  '409 already_answered': again({}),
  '200': again({ allow_change: true }),
  '303': async (stage, step) => {
    const fields = step.operation.requestBody?.content['application/x-www-form-urlencoded']?.example;
    const body = new URLSearchParams(Object.assign({}, fields)).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
    return stage.send(step, await pathFor(stage, step), { body, headers });
  },
};

/** What has been answered can not be changed into anything. */
export const changeOfAnswered: Way = async (stage, step) => {
  const plural = pluralIn(step.path);
  const id = await stage.makeAsk(plural, { one_per: 'browser' });
  await stage.answer(plural, id, { voter });
  return stage.send(step, filled(step.path, id), { body: { one_per: 'ip' } });
};

/** Tickets where they are of no use. */
export const uselessTickets: Way = async (stage, step) =>
  stage.send(step, filled(step.path, await stage.makeAsk(pluralIn(step.path), { one_per: 'ip' })));

/** An ask that the account's quota does not allow. */
export const beyondQuota: Way = async (stage, step) =>
  stage.send(step, step.path, { to: stage.limited, key: await stage.newLimitedKey() });

/** A timed attempt that came too late. */
export const lateAttempt: Way = async (stage, step) => {
  const id = await stage.makeAsk('quizzes', { time_limit_seconds: 1 });
  const { text } = await stage.ask('GET', `/embed/quizzes/${id}/start`);
  const { started } = JSON.parse(text).data;
  stage.pass(60_000);
  return stage.send(step, filled(step.path, id), { body: { answers: {}, started } });
};

/** A start without the ticket that it needs. */
export const startWithoutTicket: Way = async (stage, step) =>
  stage.send(step, filled(step.path, await stage.makeAsk('quizzes', { one_per: 'ticket' })));

/** A start of a voter whose last attempt was taken. */
export const startAfterAttempt: Way = async (stage, step) => {
  const id = await stage.makeAsk('quizzes', { one_per: 'browser' });
  const path = `${filled(step.path, id)}?voter=${voter}`;
  const { text } = await stage.send(step, path);
  await stage.answer('quizzes', id, { voter, started: JSON.parse(text).data.started });
  return stage.send(step, path);
};

/** More starts from one address than its limit. */
export const startTooOften: Way = async (stage, step) => {
  const path = filled(step.path, await stage.makeAsk('quizzes'));
  const headers = { 'x-forwarded-for': newAddress() };
  for (let n = 0; n < 30; n++) await stage.send(step, path, { headers });
  return stage.send(step, path, { headers });
};

/** Live results of what is over, to somebody who has seen them all or to somebody who has not. */
export function liveOfClosed(hasSeen: boolean): Way {
  return async (stage, step) => {
    const id = await stage.makeAsk(pluralIn(step.path), { status: 'closed', ...visible });
    const path = filled(step.path, id);
    const last = /^id: (.*)$/m.exec((await stage.send(step, path)).text)?.[1] ?? '';
    return stage.send(step, path, { headers: hasSeen ? { 'last-event-id': last } : {} });
  };
}
