import { made, type OperationDoc, one, pageOf, type RequestDoc } from '../http/operation-docs.js';
import type { AskKind } from './ask-types.js';
import type { KindSchemas } from './kind-schemas.js';
import { issuedTickets, ticketCount } from './ticket-schema.js';

/** Each kind as sentences and names of operations have it. */
const words = {
  poll: { a: 'a poll', Many: 'Polls', One: 'Poll', an: 'a vote', answers: 'votes', Answers: 'Votes', Answer: 'Vote' },
  quiz: {
    a: 'a quiz',
    Many: 'Quizzes',
    One: 'Quiz',
    an: 'an attempt',
    answers: 'attempts',
    Answers: 'Attempts',
    Answer: 'Attempt',
  },
  form: {
    a: 'a form',
    Many: 'Forms',
    One: 'Form',
    an: 'a submission',
    answers: 'submissions',
    Answers: 'Submissions',
    Answer: 'Submission',
  },
} as const satisfies Record<AskKind, object>;

/** What visitors do. */
const answering = {
  poll: { id: 'castVote', summary: 'Cast a vote' },
  quiz: { id: 'submitAttempt', summary: 'Submit an attempt' },
  form: { id: 'submitForm', summary: 'Submit a form' },
} as const satisfies Record<AskKind, object>;

const quietly = 'Only what differs needs to be sent.';

/** What the document says of the operations that all kinds have. */
export function kindOperationDocs(kind: AskKind, schemas: KindSchemas) {
  const { a, Many, One, an, answers, Answers, Answer } = words[kind];
  const csv = {
    headers: ['Content-Disposition'] as const,
    content: { 'text/csv': { text: `All ${answers}, one a row, beneath a header.`, example: schemas.csv } },
  };
  return {
    list: { id: `list${Many}`, summary: `List ${Many.toLowerCase()}`, replies: [pageOf(schemas.ask)] },
    create: {
      id: `create${One}`,
      summary: `Create ${a}`,
      description: 'Refused with 409 where the account would exceed a quota.',
      replies: [made(schemas.ask, ['ETag'])],
      refusals: ['gone', 'conflict'],
    },
    read: { id: `get${One}`, summary: `Read ${a}`, replies: [one(schemas.ask, ['ETag'])] },
    update: {
      id: `update${One}`,
      summary: `Change ${a}`,
      description: `${quietly} What answers name can not be removed, and what they are counted by can not change (409). A larger definition is refused with 409 where the account would exceed its quota of bytes.`,
      replies: [one(schemas.ask, ['ETag'])],
      refusals: ['conflict'],
    },
    delete: { id: `delete${One}`, summary: `Delete ${a}`, description: `Its ${answers} go along.` },
    results: { id: `get${One}Results`, summary: 'Read the results', replies: [one(schemas.results)] },
    countTickets: { id: `count${One}Tickets`, summary: 'Count the tickets', replies: [one(ticketCount)] },
    createTickets: {
      id: `create${One}Tickets`,
      summary: 'Create tickets',
      description:
        'Codes that let whoever holds one answer once. They require `one_per` “ticket” (else 409). More than the quota of tickets are refused with 409.',
      replies: [made(issuedTickets)],
      refusals: ['conflict'],
    },
    listAnswers: { id: `list${Answers}`, summary: `List ${answers}`, replies: [pageOf(schemas.answer, csv)] },
    deleteAnswers: { id: `deleteAll${Answers}`, summary: `Delete all ${answers}` },
    readAnswer: { id: `get${Answer}`, summary: `Read ${an}`, replies: [one(schemas.answer)] },
    deleteAnswer: {
      id: `delete${Answer}`,
      summary: `Delete ${an}`,
      description: 'The results follow, and the visitor may answer again.',
    },
    answer: {
      ...answering[kind],
      description:
        'For visitors, without a key: any that is sent is ignored. All three operations of this sort share a limit of 30 requests a minute for each address.',
      replies: [
        made(schemas.receipt),
        { ...one(schemas.receipt), description: 'It replaces what this visitor answered before, with `allow_change`.' },
        {
          status: 303,
          description: 'For a browser that sends a plain form and accepts `text/html`: on to a page.',
          headers: ['Location'],
        },
      ],
      refusals: [
        ...(['closed', 'not_open', 'full', 'already_answered'] as const),
        ...(kind === 'quiz' ? (['too_late'] as const) : []),
      ],
    },
  } satisfies Record<string, OperationDoc | RequestDoc>;
}
