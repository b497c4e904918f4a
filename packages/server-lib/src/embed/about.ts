import { z } from 'zod';
import type { AskKind } from '../asks/contract.js';
import { askIdParam } from '../asks/wire.js';
import { one } from '../http/about.js';
import type { ServiceOperation } from '../http/pages.js';
import { documented } from '../validation/documented.js';
import { embeddedWires } from './wire.js';

const names = { poll: 'Poll', quiz: 'Quiz', form: 'Form' } as const satisfies Record<AskKind, string>;

const answer = z
  .string()
  .optional()
  .register(documented, { description: 'The id of an answer: what its visitor may see is told then.' });

/** What the document says of the views of a kind. */
export function viewTold(kind: AskKind): ServiceOperation {
  return {
    about: {
      id: `view${names[kind]}`,
      summary: `View a ${kind} as a visitor`,
      description: 'Never counts against the limit of the public operations. Other members of the query are let be.',
      replies: [
        { ...one(embeddedWires[kind], ['ETag']), description: 'Here it is; with an `ETag`, unless `answer` is given.' },
        { status: 304, description: 'What the caller has still stands.', headers: ['ETag'] },
      ],
      refusals: ['malformed'],
    },
    params: { id: askIdParam(kind) },
    query: z.object({ answer }),
  };
}
