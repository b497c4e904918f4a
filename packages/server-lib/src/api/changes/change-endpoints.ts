import { z } from 'zod';
import { AskwellError } from '../../base/errors.js';
import { faultMessage } from '../../base/faults/zod-faults.js';
import { boundedArray } from '../../base/validation/bounded.js';
import { check } from '../../base/validation/check.js';
import { documented } from '../../base/validation/documented.js';
import { rawText } from '../../base/validation/text.js';
import { changeEventSchema, feedTypes } from '../../events/feed/change-event.js';
import type { ChangeFeed, FeedRequest } from '../../events/feed/change-feed.js';
import type { ChangeStreams } from '../../events/feed/follow-changes.js';
import { defaultEvents } from '../../events/feed/limits.js';
import type { HttpExchange, Reply } from '../../http/exchange.js';
import { cursorText, pageParams, serializeInBatches } from '../../http/paging.js';
import { listPage, uncompressed } from '../../http/reply.js';
import { fault } from '../../shared/faults/fault.js';
import { type ApiEndpoint, apiEndpoint, collection } from '../keyed-endpoint.js';
import type { KeyedCall } from '../keyed-method.js';

const maxListLength = 500;
/** The maximum length of the ID of an ask, rounded up. */
const maxIdLength = 50;

const typeList = rawText(maxListLength)
  .transform((text) => text.split(','))
  .pipe(
    boundedArray(
      z.enum(feedTypes, {
        error: faultMessage(fault('not_one_of', { values: feedTypes.map((type) => `"${type}"`).join(', ') })),
      }),
      { min: 1, max: feedTypes.length },
    ),
  );

const changesQuery = z.strictObject({
  cursor: cursorText.optional().register(documented, {
    description:
      'The `meta.next_cursor` of the previous page. Absent: starts with the asks and answers that exist, as created.',
  }),
  limit: pageParams.limit,
  types: typeList.optional().register(documented, {
    type: 'string',
    description: `Only events of these types, separated by commas: ${feedTypes.map((type) => `\`${type}\``).join(', ')}.`,
  }),
  ask: rawText(maxIdLength).optional().register(documented, { description: 'Only events of this poll, quiz or form.' }),
});

const streamHeaders = [
  ...['content-type', 'text/event-stream; charset=utf-8'],
  // Proxies must not cache, compress or buffer the stream.
  ...['cache-control', 'no-store, no-transform', 'x-accel-buffering', 'no', 'vary', 'accept'],
];

/** Returns the REST endpoint of the change feed. */
export function changeEndpoints({ feed, streams }: { feed: ChangeFeed; streams: ChangeStreams }): ApiEndpoint[] {
  async function reply(
    { exchange, caller }: KeyedCall<null>,
    { cursor, limit = defaultEvents, types, ask }: z.output<typeof changesQuery>,
  ): Promise<Reply> {
    const { scope } = caller;
    const isStream = acceptsEvents(exchange);
    // A browser that reconnects sends the ID of the last event.
    const after = (isStream && exchange.header('last-event-id')) || cursor;
    const request: FeedRequest = { after: after ?? null, types: types ?? null, ask: ask ?? null, limit };
    const part = await feed.read(scope, request);
    if (!isStream) {
      const events = await serializeInBatches(part.events, (event) => event, scope.account);
      const page = uncompressed(await listPage(events, part.next, scope.account));
      return { ...page, headers: [...page.headers, 'vary', 'accept'] };
    }
    if (exchange.method === 'HEAD') return { status: 200, headers: streamHeaders, body: null };
    const body = streams.open({ owner: scope, key: caller.key.id, signal: exchange.signal }, request, part);
    if (!body) throw new AskwellError('rate_limited', 'Too many streams are open.', { retryAfter: 10 });
    return { status: 200, headers: streamHeaders, body };
  }

  return [
    apiEndpoint(collection('/api/v1/changes'), {
      GET: {
        doc: {
          id: 'listChanges',
          summary: 'List changes',
          description:
            'Returns what happened to asks and answers, in order. `meta.next_cursor` is never null: read from the last one for what happens later. With `Accept: text/event-stream`, the response streams events as they happen, in batches. Only the last event of a batch has an ID, which is the cursor behind the batch.',
          responses: [
            {
              status: 200,
              description: 'The next events, or a stream of events.',
              content: {
                'application/json': { page: changeEventSchema },
                'text/event-stream': {
                  text: 'The data of each event are a change as JSON, and its name is the type.',
                  example: 'id: WzEs…\nevent: answer.deleted\ndata: {"id":"evt_…","type":"answer.deleted",…}\n\n',
                },
              },
            },
          ],
          errorCodes: ['gone', 'rate_limited'],
        },
        effect: 'read',
        query: changesQuery,
        isConditional: true,
        run: (call, { query }) => reply(call, check(changesQuery, query)),
      },
    }),
  ];
}

function acceptsEvents(exchange: Pick<HttpExchange, 'header'>): boolean {
  return /(?:^|,)\s*text\/event-stream\s*(?:;|,|$)/i.test(exchange.header('accept') ?? '');
}
