import { AskwellError, invalid } from '../errors.js';
import { publicBodyLimit, readBody } from '../http/body.js';
import type { Exchange, Reply } from '../http/exchange.js';
import { readIdempotencyKey } from '../http/idempotency.js';
import type { OpenHandler } from '../http/keyed.js';
import { resource } from '../http/reply.js';
import type { Fields } from '../http/urlencoded.js';
import type { AskDraft } from './contract.js';
import type { Arrival } from './intake.js';
import { judgeOrigin } from './origins.js';
import { bodyOf } from './replay.js';
import type { KindRooms } from './rooms.js';
import type { RouteContext } from './routes.js';
import type { StoredAsk } from './stored.js';

/** The operation that visitors call: casting a vote, submitting an attempt or a form. */
export function createOpenHandler<Draft extends AskDraft, Own, Body>(
  { kind, asks, intake }: KindRooms<Draft, Own, Body>,
  { clientOf, originsOf, ownOrigin }: RouteContext,
): OpenHandler {
  async function answer(exchange: Exchange, ask: StoredAsk<Own>): Promise<Reply> {
    const isForm = isFormPost(exchange);
    const sent = await readBody(exchange, publicBodyLimit, ['application/json', 'application/x-www-form-urlencoded']);
    const given = isForm ? kind.fromFields(ask.own, withoutEmpty(sent)) : membersOf(sent);
    const arrival = { given, client: clientOf(exchange), idempotency: idempotencyOf(exchange, given) };
    const { status, receipt } = await intake.take(ask, arrival);
    if (isForm && wantsPage(exchange)) return seeOther(afterUrl(exchange, ask, asks.wireId(ask)));
    return resource(status, receipt);
  }

  return async (exchange, { id = '' }) => {
    const ask = await intake.find(id);
    if (!ask) throw new AskwellError('not_found');
    const listed = ask.site === null ? [] : await originsOf(ask.site);
    const { allowed, cors } = judgeOrigin(exchange, listed, ownOrigin);
    return {
      cors,
      async run() {
        if (!allowed) throw new AskwellError('forbidden', 'This site takes no answers from pages of that origin.');
        return answer(exchange, ask);
      },
    };
  };
}

function isFormPost(exchange: Exchange): boolean {
  return exchange.header('content-type')?.toLowerCase().startsWith('application/x-www-form-urlencoded') ?? false;
}

/** A browser's own form post wants a page for its answer. */
function wantsPage(exchange: Exchange): boolean {
  return exchange.header('accept')?.includes('text/html') ?? false;
}

function membersOf(sent: unknown): Arrival['given'] {
  if (!isObject(sent)) throw invalid({ body: ['Must be an object.'] });
  return sent;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What was left empty was not answered. */
function withoutEmpty(sent: unknown): Fields {
  const fields: Fields = {};
  for (const [name, value] of Object.entries(membersOf(sent))) {
    const filled = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string' && one !== '');
    if (filled.length > 0) fields[name] = filled.length === 1 && filled[0] !== undefined ? filled[0] : filled;
  }
  return fields;
}

function idempotencyOf(exchange: Exchange, given: Arrival['given']): Arrival['idempotency'] {
  const key = readIdempotencyKey(exchange);
  if (key === undefined) return null;
  return { key, body: bodyOf(given) };
}

function afterUrl(exchange: Exchange, ask: StoredAsk<unknown>, wireId: string): string {
  const url = ask.terms.after?.url;
  // A header takes no letters beyond Latin: as a URL is parsed, it has none.
  return url ? new URL(url).href : `${exchange.base}/p/${wireId}`;
}

function seeOther(location: string): Reply {
  return { status: 303, headers: ['location', location, 'cache-control', 'no-store'], body: null };
}
