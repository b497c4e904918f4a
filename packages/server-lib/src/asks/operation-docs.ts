import {
  createdResponse,
  listResponse,
  type OperationDoc,
  type RequestDoc,
  resourceResponse,
} from '../http/operation-docs.js';
import type { AskKind } from './ask-types.js';
import { batchResults } from './schemas/batch-schema.js';
import type { KindSchemas } from './schemas/kind-schemas.js';
import { issuedTickets, ticketCount, ticketSchema } from './schemas/ticket-schema.js';

/** The words for each kind in operation IDs and descriptions. */
const words = {
  poll: {
    a: 'a poll',
    plural: 'polls',
    Many: 'Polls',
    One: 'Poll',
    an: 'a vote',
    answers: 'votes',
    Answers: 'Votes',
    Answer: 'Vote',
  },
  quiz: {
    a: 'a quiz',
    plural: 'quizzes',
    Many: 'Quizzes',
    One: 'Quiz',
    an: 'an attempt',
    answers: 'attempts',
    Answers: 'Attempts',
    Answer: 'Attempt',
  },
  form: {
    a: 'a form',
    plural: 'forms',
    Many: 'Forms',
    One: 'Form',
    an: 'a submission',
    answers: 'submissions',
    Answers: 'Submissions',
    Answer: 'Submission',
  },
} as const satisfies Record<AskKind, object>;

/** The public operation of each kind. */
const publicOperations = {
  poll: { id: 'castVote', summary: 'Cast a vote' },
  quiz: { id: 'submitAttempt', summary: 'Submit an attempt' },
  form: { id: 'submitForm', summary: 'Submit a form' },
} as const satisfies Record<AskKind, object>;

const partialUpdate = 'Members that are not sent stay unchanged.';

/** The descriptions of the operations that all kinds share. */
export type KindOperationDocs = ReturnType<typeof kindOperationDocs>;

/** Returns the OpenAPI descriptions of the operations that all kinds share. */
export function kindOperationDocs(kind: AskKind, schemas: KindSchemas) {
  const { a, plural, Many, One, an, answers, Answers, Answer } = words[kind];
  const csv = {
    headers: ['Content-Disposition'] as const,
    content: { 'text/csv': { text: `All ${answers}, one per row, after a header row.`, example: schemas.csv } },
  };
  return {
    list: { id: `list${Many}`, summary: `List ${Many.toLowerCase()}`, responses: [listResponse(schemas.ask)] },
    create: {
      id: `create${One}`,
      summary: `Create ${a}`,
      description: 'Returns 409 if the account would exceed a quota.',
      responses: [createdResponse(schemas.ask, ['ETag'])],
      errorCodes: ['gone', 'conflict'],
    },
    read: { id: `get${One}`, summary: `Get ${a}`, responses: [resourceResponse(schemas.ask, ['ETag'])] },
    update: {
      id: `update${One}`,
      summary: `Update ${a}`,
      description: `${partialUpdate} Returns 409 if the update removes an item that answers refer to, changes a member that results depend on, or makes the account exceed its quota of bytes.`,
      responses: [resourceResponse(schemas.ask, ['ETag'])],
      errorCodes: ['conflict'],
    },
    delete: { id: `delete${One}`, summary: `Delete ${a}`, description: `Also deletes its ${answers}.` },
    results: {
      id: `get${One}Results`,
      summary: 'Get the results',
      description: 'With filters, counts only the answers that they find.',
      responses: [resourceResponse(schemas.results)],
    },
    copy: {
      id: `copy${One}`,
      summary: `Copy ${a}`,
      description: `Creates a draft with the same definition, without ${answers}, tickets and links to results. Returns 409 if the account would exceed a quota.`,
      responses: [createdResponse(schemas.ask, ['ETag'])],
      errorCodes: ['gone', 'conflict'],
    },
    countTickets: {
      id: `count${One}Tickets`,
      summary: 'Count the tickets',
      responses: [resourceResponse(ticketCount)],
    },
    createTickets: {
      id: `create${One}Tickets`,
      summary: 'Create tickets',
      description:
        'Creates codes that allow one answer each, either `count` or one for each of `tickets`. Returns 409 if `one_per` is not `"ticket"`, or if the quota of tickets would be exceeded.',
      responses: [createdResponse(issuedTickets)],
      errorCodes: ['conflict'],
    },
    listAnswers: {
      id: `list${Answers}`,
      summary: `List ${answers}`,
      description: 'A page with filters can have less than `limit` and still a `next_cursor`.',
      responses: [listResponse(schemas.answer, csv)],
    },
    deleteAnswers: {
      id: `deleteAll${Answers}`,
      summary: `Delete all ${answers}, or some`,
      description: `Deletes the ${answers} that the filters find. Without a filter, \`all=true\` is required. Updates the results.`,
    },
    readAnswer: { id: `get${Answer}`, summary: `Get ${an}`, responses: [resourceResponse(schemas.answer, ['ETag'])] },
    listTickets: { id: `list${One}Tickets`, summary: 'List the tickets', responses: [listResponse(ticketSchema)] },
    readTicket: { id: `get${One}Ticket`, summary: 'Get a ticket', responses: [resourceResponse(ticketSchema)] },
    deleteTicket: {
      id: `delete${One}Ticket`,
      summary: 'Withdraw a ticket',
      description: 'The ticket is then rejected. Returns 409 if an answer has used it: delete the answer first.',
      errorCodes: ['conflict'],
    },
    deleteAnswer: {
      id: `delete${Answer}`,
      summary: `Delete ${an}`,
      description: 'Updates the results. The visitor may answer again.',
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
