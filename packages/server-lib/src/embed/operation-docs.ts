import { z } from 'zod';
import type { AskKind } from '../asks/ask-types.js';
import { askIdParam } from '../asks/examples.js';
import { one } from '../http/operation-docs.js';
import type { ServiceOperation } from '../http/page-endpoint.js';
import { documented } from '../validation/documented.js';
import { embeddedSchemas } from './view-schema.js';

const names = { poll: 'Poll', quiz: 'Quiz', form: 'Form' } as const satisfies Record<AskKind, string>;

const answer = z
  .string()
  .optional()
  .register(documented, { description: 'The id of an answer: what its visitor may see is told then.' });

/** What the document says of the views of a kind. */
export function viewDoc(kind: AskKind): ServiceOperation {
  return {
    doc: {
      id: `view${names[kind]}`,
      summary: `View a ${kind} as a visitor`,
      description: 'Never counts against the limit of the public operations. Other members of the query are let be.',
      replies: [
        { ...one(embeddedSchemas[kind], ['ETag']), description: 'Here it is; with an `ETag`, unless `answer` is given.' },
        { status: 304, description: 'What the caller has still stands.', headers: ['ETag'] },
      ],
      refusals: ['malformed'],
    },
    params: { id: askIdParam(kind) },
    query: z.object({ answer }),
  };
}

const liveExample = (kind: AskKind) =>
  `retry: 2314\n\nid: 1.42\ndata: {"${kind}_id":"${kind}_…",…}\n\nevent: end\ndata: {"reason":"closed"}\n\n`;

/** What the document says of the results of a kind as they move. */
export function liveDoc(kind: AskKind): ServiceOperation {
  return {
    doc: {
      id: `follow${names[kind]}Results`,
      summary: 'Follow the results',
      description:
        'Server-sent events, as `results_visibility` allows. Each event is the whole of the results, at most one a second; with `Last-Event-ID` none comes that the client has already. The last event, `end`, tells why nothing more comes.',
      replies: [
        {
          status: 200,
          description: 'A stream that lasts until the end of the ask or of the connection.',
          content: {
            'text/event-stream': {
              text: `Each event’s data are the results of the ${kind} as JSON; of \`end\`, \`{"reason": "closed" | "hidden" | "deleted"}\`.`,
              example: liveExample(kind),
            },
          },
        },
        { status: 204, description: 'The ask is closed, and the client has its last state: do not come back.' },
      ],
      refusals: ['malformed'],
    },
    params: { id: askIdParam(kind) },
    query: z.object({ answer }),
  };
}
