import {
  createdResponse,
  listResponse,
  type OperationDoc,
  type RequestDoc,
  resourceResponse,
} from '../http/operation-docs.js';
import type { AskKind } from '../shared/contract/ask-types.js';
import { kindWords } from './kind-words.js';
import { batchResults } from './schemas/batch-schema.js';
import type { KindSchemas } from './schemas/kind-schemas.js';

/** The public operation of each kind. */
const publicOperations = {
  poll: { id: 'castVote', summary: 'Cast a vote' },
  quiz: { id: 'submitAttempt', summary: 'Submit an attempt' },
  form: { id: 'submitForm', summary: 'Submit a form' },
} as const satisfies Record<AskKind, object>;

/** Returns the OpenAPI descriptions of the operations that all kinds share. */
export function kindOperationDocs(kind: AskKind, schemas: KindSchemas) {
  const { plural, One, answers, Answers } = kindWords[kind];
  const csv = {
    headers: ['Content-Disposition'] as const,
    content: { 'text/csv': { text: `All ${answers}, one per row, after a header row.`, example: schemas.csv } },
  };
  return {
    results: {
      id: `get${One}Results`,
      summary: 'Get the results',
      description: 'With filters, counts only the answers that they find.',
      responses: [resourceResponse(schemas.results)],
      tool: { name: 'get_results', title: 'Get the results of a poll, quiz or form' },
    },
    listAnswers: {
      id: `list${Answers}`,
      summary: `List ${answers}`,
      description: 'A page with filters can have less than `limit` and still a `next_cursor`.',
      responses: [listResponse(schemas.answer, csv)],
      tool: {
        name: 'list_answers',
        title: 'List the votes, attempts or submissions of a poll, quiz or form',
      },
    },
    deleteAnswers: {
      id: `deleteAll${Answers}`,
      summary: `Delete all ${answers}, or some`,
      description: `Deletes the ${answers} that the filters find. Without a filter, \`all=true\` is required. Updates the results.`,
      tool: {
        name: 'delete_all_answers',
        title: 'Delete all votes, attempts or submissions of a poll, quiz or form',
      },
    },
    recordBatch: {
      id: `record${Answers}`,
      summary: `Record many ${answers}`,
      description: `For servers of owners: imports, kiosks, and pages of their own. Records up to 1,000 ${answers} with the checks of \`POST /api/v1/${plural}/{id}/${answers}\`, without its rate limit. The response has a result for each, in the same order. With \`atomic\`, a refused one results in a 422 with the faults of all, and none is recorded.`,
      responses: [{ ...resourceResponse(batchResults), description: 'The result of each answer.' }],
    },
    answer: {
      ...publicOperations[kind],
      description:
        'For visitors. Needs no API key and ignores one that is sent. The public operations of polls, quizzes and forms share a limit of 30 requests per minute and address.',
      responses: [
        createdResponse(schemas.receipt),
        {
          ...resourceResponse(schemas.receipt),
          description: 'The answer replaced an earlier one of this visitor. Requires `allow_change`.',
        },
        {
          status: 303,
          description:
            'Redirects a browser that submitted an HTML form: to `after.url` without a message, otherwise to the hosted page.',
          headers: ['Location'],
        },
      ],
      errorCodes: [
        ...(['sign_in_required', 'closed', 'not_open', 'full', 'already_answered'] as const),
        ...(kind === 'quiz' ? (['too_late'] as const) : []),
      ],
    },
  } satisfies Record<string, OperationDoc | RequestDoc>;
}
