import { z } from 'zod';
import { partIdWire, timestampWire } from '../api/common-schemas.js';
import {
  answerHeadMembers,
  answerTexts,
  askIdWire,
  exampleIds,
  formField,
  visitorMembersWire,
  visitorTexts,
} from '../asks/response-schemas.js';
import { namedSchema, request } from '../validation/documented.js';
import { bandWire, questionAnswerWire, questionKeyWire } from './question-response.js';
import type { Attempt, AttemptDraft, AttemptReceipt } from './quiz-types.js';

const id = exampleIds.ask.quiz;
const attemptId = `attempt_${exampleIds.answer}`;
const head = answerHeadMembers('quiz');

/** An attempt as its owner reads it. */
export const attemptWire = namedSchema<Attempt>()(
  'Attempt',
  z.object({
    ...head,
    quiz_id: askIdWire('quiz'),
    answers: z.record(partIdWire, questionAnswerWire),
    name: z.string().nullable(),
    email: z.string().nullable(),
    score: z.number(),
    max_score: z.number(),
    percentage: z.number(),
    passed: z.boolean().nullable(),
    band: bandWire.nullable(),
    questions: z.array(z.object({ id: partIdWire, correct: z.boolean(), points: z.number() })),
    graded_at: timestampWire,
  }),
  {
    members: { ...answerTexts, graded_at: 'When it was marked, or marked anew.' },
    examples: [
      {
        id: attemptId,
        quiz_id: id,
        voter_ref: null,
        answers: { q1: 'o2' },
        name: 'Visitor',
        email: null,
        score: 1,
        max_score: 1,
        percentage: 100,
        passed: true,
        band: null,
        questions: [{ id: 'q1', correct: true, points: 1 }],
        created_at: '2026-01-31T09:12:44.390112Z',
        graded_at: '2026-01-31T09:12:44.390112Z',
      },
    ],
  },
);

/** An attempt as its visitor is told of it. */
export const attemptReceiptWire = namedSchema<AttemptReceipt>()(
  'AttemptReceipt',
  z.object({
    id: head.id,
    quiz_id: askIdWire('quiz'),
    score: z.number().nullable(),
    max_score: z.number().nullable(),
    percentage: z.number().nullable(),
    passed: z.boolean().nullable(),
    band: bandWire.nullable(),
    questions: z.array(
      z.object({
        id: partIdWire,
        correct: z.boolean().nullable(),
        points: z.number().nullable(),
        answer: questionKeyWire.nullable(),
        explanation: z.string().nullable(),
      }),
    ),
    created_at: timestampWire,
  }),
  {
    description: 'An attempt as the visitor is told of it: as much as `reveal` allows, and null for the rest.',
    examples: [
      {
        id: attemptId,
        quiz_id: id,
        score: 1,
        max_score: 1,
        percentage: 100,
        passed: true,
        band: null,
        questions: [{ id: 'q1', correct: true, points: 1, answer: null, explanation: null }],
        created_at: '2026-01-31T09:12:44.390112Z',
      },
    ],
  },
);

/** An attempt as it is sent. */
export const attemptDraftWire = namedSchema<AttemptDraft>()(
  'AttemptDraft',
  z.strictObject({
    answers: z.record(z.string(), questionAnswerWire.nullable()),
    name: z.string().optional(),
    email: z.string().optional(),
    started: z.string().optional(),
    ...visitorMembersWire,
  }),
  {
    members: {
      ...visitorTexts,
      answers: 'An answer for each question’s id; what is left out or null is not answered.',
      started: 'What starting the quiz gave; needed where it has a time limit or a draw.',
    },
    examples: [{ answers: { q1: 'o2' }, name: 'Visitor' }],
  },
);

/** The same from a plain form. */
export const attemptFormWire = request(
  'AttemptForm',
  z
    .object({
      name: z.string().optional(),
      email: z.string().optional(),
      started: z.string().optional(),
      ...visitorMembersWire,
    })
    .catchall(formField),
  {
    description: 'A plain form: answers go by the ids of questions; `q1.rank.o1` for an order, `q1.o1` for a match.',
    examples: [{ q1: 'o2', name: 'Visitor' }],
  },
);
