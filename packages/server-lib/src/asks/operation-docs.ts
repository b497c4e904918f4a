import { z } from 'zod';
import { countWire } from '../api/common-schemas.js';
import {
  createdResponse,
  listResponse,
  type OperationDoc,
  type RequestDoc,
  resourceResponse,
} from '../api/operation-docs.js';
import { namedSchema, request } from '../validation/documented.js';
import type { AskKind, IssuedTickets, TicketCount } from './ask-types.js';
import type { KindWire } from './response-schemas.js';
import { ticketDraft } from './submit/ticket-service.js';

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

request('TicketDraft', ticketDraft, { examples: [{ count: 2 }] });

const tickets = namedSchema<IssuedTickets>()('Tickets', z.object({ tickets: z.array(z.string()), count: countWire }), {
  description: 'The codes are shown here and never again.',
  examples: [{ tickets: ['8sPz0dKq3VtYw1Rb', 'Lm4Xc7Ne2HaUf9Jg'], count: 2 }],
});

const ticketCount = namedSchema<TicketCount>()('TicketCount', z.object({ count: countWire, used: countWire }), {
  examples: [{ count: 2, used: 1 }],
});

const quietly = 'Only what differs needs to be sent.';

/** What the document says of the operations that all kinds have. */
export function kindOperationDocs(kind: AskKind, wires: KindWire) {
  const { a, Many, One, an, answers, Answers, Answer } = words[kind];
  const csv = {
    headers: ['Content-Disposition'] as const,
    content: { 'text/csv': { text: `All ${answers}, one a row, beneath a header.`, example: wires.csv } },
  };
  return {
    list: { id: `list${Many}`, summary: `List ${Many.toLowerCase()}`, responses: [listResponse(wires.ask)] },
    create: {
      id: `create${One}`,
      summary: `Create ${a}`,
      description: 'Refused with 409 where the account would exceed a quota.',
      responses: [createdResponse(wires.ask, ['ETag'])],
      errorCodes: ['gone', 'conflict'],
    },
    read: { id: `get${One}`, summary: `Read ${a}`, responses: [resourceResponse(wires.ask, ['ETag'])] },
    update: {
      id: `update${One}`,
      summary: `Change ${a}`,
      description: `${quietly} What answers name can not be removed, and what they are counted by can not change (409). A larger definition is refused with 409 where the account would exceed its quota of bytes.`,
      responses: [resourceResponse(wires.ask, ['ETag'])],
      errorCodes: ['conflict'],
    },
    delete: { id: `delete${One}`, summary: `Delete ${a}`, description: `Its ${answers} go along.` },
    results: { id: `get${One}Results`, summary: 'Read the results', responses: [resourceResponse(wires.results)] },
    countTickets: {
      id: `count${One}Tickets`,
      summary: 'Count the tickets',
      responses: [resourceResponse(ticketCount)],
    },
    createTickets: {
      id: `create${One}Tickets`,
      summary: 'Create tickets',
      description:
        'Codes that let whoever holds one answer once. They require `one_per` “ticket” (else 409). More than the quota of tickets are refused with 409.',
      responses: [createdResponse(tickets)],
      errorCodes: ['conflict'],
    },
    listAnswers: { id: `list${Answers}`, summary: `List ${answers}`, responses: [listResponse(wires.answer, csv)] },
    deleteAnswers: { id: `deleteAll${Answers}`, summary: `Delete all ${answers}` },
    readAnswer: { id: `get${Answer}`, summary: `Read ${an}`, responses: [resourceResponse(wires.answer)] },
    deleteAnswer: {
      id: `delete${Answer}`,
      summary: `Delete ${an}`,
      description: 'The results follow, and the visitor may answer again.',
    },
    answer: {
      ...answering[kind],
      description:
        'For visitors, without a key: any that is sent is ignored. All three operations of this sort share a limit of 30 requests a minute for each address.',
      responses: [
        createdResponse(wires.receipt),
        {
          ...resourceResponse(wires.receipt),
          description: 'It replaces what this visitor answered before, with `allow_change`.',
        },
        {
          status: 303,
          description: 'For a browser that sends a plain form and accepts `text/html`: on to a page.',
          headers: ['Location'],
        },
      ],
      errorCodes: [
        ...(['closed', 'not_open', 'full', 'already_answered'] as const),
        ...(kind === 'quiz' ? (['too_late'] as const) : []),
      ],
    },
  } satisfies Record<string, OperationDoc | RequestDoc>;
}
