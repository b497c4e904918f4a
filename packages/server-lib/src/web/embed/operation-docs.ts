import { z } from 'zod';
import { documented } from '../../base/validation/documented.js';
import { rawText } from '../../base/validation/text.js';
import { maxSignedVoterLength, maxTokenLength } from '../../core/schemas/answer-schema.js';
import { askIdParams } from '../../core/schemas/examples.js';
import { visitorIdentitySchema, visitorStateSchema } from '../../core/schemas/visitor-state-schema.js';
import { resourceResponse } from '../../http/operation-docs.js';
import type { ServiceOperation } from '../../http/page-endpoint.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import { embeddedSchemas } from './view-schema.js';

const names = { poll: 'Poll', quiz: 'Quiz', form: 'Form' } as const satisfies Record<AskKind, string>;

const answer = rawText(maxTokenLength)
  .optional()
  .register(documented, { description: 'The ID of an answer. The response then contains it as its visitor sees it.' });

const lang = rawText(maxTokenLength).optional().register(documented, {
  description:
    'The language of the visitor, if the ask has several. Default: the languages of the header `Accept-Language`, then the first language of the ask.',
});

const preview = rawText(maxTokenLength)
  .optional()
  .register(documented, { description: 'The token of a preview link. With it, the response contains a draft.' });

/** Documents the endpoint that returns an ask as visitors see it. */
export function viewDoc(kind: AskKind): ServiceOperation {
  return {
    doc: {
      id: `view${names[kind]}`,
      summary: `View a ${kind} as a visitor`,
      description:
        'Does not count toward the rate limit of the public operations. Unknown query parameters are ignored.',
      responses: [
        {
          ...resourceResponse(embeddedSchemas[kind], ['ETag']),
          description:
            'The ask. Has an `ETag` unless the request has the query parameter `answer`, or the ask is a draft.',
        },
        { status: 304, description: 'The ask and its results did not change.', headers: ['ETag'] },
      ],
      errorCodes: ['malformed'],
    },
    params: { id: askIdParams[kind] },
    query: z.object({ answer, preview, lang }),
  };
}

const voter = rawText(maxSignedVoterLength).optional().register(documented, {
  description:
    'The text that `askwell.voterOf` returned for the user. Default: the session. Send it in the body of a POST instead: proxies log URLs.',
});

/** Documents the endpoint that tells whether a user is signed in. */
export function visitorDocs(kind: AskKind): { readonly get: ServiceOperation; readonly post: ServiceOperation } {
  const shared = {
    summary: 'See whether the visitor is signed in',
    responses: [resourceResponse(visitorStateSchema)],
    errorCodes: ['malformed', 'invalid'],
  } as const;
  const description = `Only for a ${kind} with \`one_per: "user"\`. The session of the app counts on pages of this origin, and of the origins that the site of the ${kind} lists. Never stored by caches.`;
  const params = { id: askIdParams[kind] };
  return {
    get: {
      doc: { ...shared, id: `read${names[kind]}Visitor`, description },
      params,
      query: z.object({ voter }),
    },
    post: {
      doc: {
        ...shared,
        id: `identify${names[kind]}Visitor`,
        summary: 'See who a `voter` is',
        description: `The same for a visitor who has no session, but the \`voter\` of a user. ${description}`,
      },
      params,
      body: visitorIdentitySchema,
    },
  };
}

const liveExample = (kind: AskKind) =>
  `retry: 2314\n\nid: 1.42\ndata: {"${kind}_id":"${kind}_…",…}\n\nevent: end\ndata: {"reason":"closed"}\n\n`;

/** Documents the stream of live results. */
export function liveDoc(kind: AskKind): ServiceOperation {
  return {
    doc: {
      id: `follow${names[kind]}Results`,
      summary: 'Follow the results',
      description:
        'Streams server-sent events if `results_visibility` allows it. Each event contains the complete results; there is at most one per second. With `Last-Event-ID`, results that the client already has are not sent again. The last event, `end`, contains the reason why the stream ends.',
      responses: [
        {
          status: 200,
          description: 'A stream that ends when the ask is closed or deleted, or when its results are hidden.',
          content: {
            'text/event-stream': {
              text: `The data of each event are the results of the ${kind} as JSON. The data of \`end\` are \`{"reason": "closed" | "hidden" | "deleted"}\`.`,
              example: liveExample(kind),
            },
          },
        },
        {
          status: 204,
          description: 'The ask is closed and the client has its last results. Browsers do not reconnect.',
        },
      ],
      errorCodes: ['malformed'],
    },
    params: { id: askIdParams[kind] },
    query: z.object({ answer, lang }),
  };
}
