import { z } from 'zod';
import type { Faults } from '../../base/faults/faults.js';
import { invalidField } from '../../base/faults/invalid-field.js';
import { boundedArray, boundedRecord } from '../../base/validation/bounded.js';
import { check } from '../../base/validation/check.js';
import { partId } from '../../kinds/inputs/option-list.js';
import { ownMember } from '../../kinds/inputs/own-member.js';
import { checkAnswer, checkQuizAnswers, checkRespondent } from '../../kinds/quiz/check-attempt.js';
import { quiz } from '../../kinds/quiz/quiz-kind.js';
import { mostQuestions } from '../../kinds/quiz/quiz-schema.js';
import type { StoredQuestion } from '../../kinds/quiz/stored-quiz.js';
import { fault } from '../../shared/faults/fault.js';
import { checkStored } from './check-stored.js';
import { isSameContent } from './same-content.js';
import { createTransferKind } from './transfer-kind.js';

const next = z.int().min(1);
const numbersSchema = z.strictObject({
  next,
  questions: boundedRecord(partId, z.strictObject({ option: next, target: next }), { max: mostQuestions }),
});

const points = z.number().min(-1e9).max(1e9);
const marksSchema = z.strictObject({
  score: points.min(0),
  max: points.min(0),
  questions: boundedArray(z.tuple([partId, z.boolean(), points]), { max: 1_000 }),
  at: z.int().min(0).max(253_402_300_799_000_000),
});

/** Quizzes in exports. */
export const quizTransfer = createTransferKind(quiz, {
  numbersOf: (own) => ({
    next: own.next,
    questions: Object.fromEntries(own.questions.map((question) => [question.id, question.next])),
  }),

  withNumbers(own, numbers) {
    const given = check(numbersSchema, numbers);
    if (given.next < own.next) throw invalidField('numbers.next', fault('too_small', { min: own.next }));
    const known = new Set(own.questions.map(({ id }) => id));
    const unknown = Object.keys(given.questions).find((id) => !known.has(id));
    if (unknown !== undefined) throw invalidField(`numbers.questions.${unknown}`, fault('unknown_question'));
    return {
      ...own,
      next: given.next,
      questions: own.questions.map((question) => withNext(question, ownMember(given.questions, question.id))),
    };
  },

  checkBody: (own, body, faults) =>
    checkStored(body, 'body', faults, ({ marks, answers, ...members }) => {
      const valid = check(marksSchema, marks);
      return {
        answers: checkQuizAnswers(own.questions, answers, new Map(), faults),
        marks: valid,
        ...respondent(members, faults),
      };
    }),

  checkQuestion(own, id, answer, faults) {
    const question = own.questions.find((candidate) => candidate.id === id);
    if (!question) faults.add('question', fault('unknown_question'));
    else if (answer !== null) {
      const restored = checkAnswer(question, answer, 'answer', faults);
      if (!faults.any && !isSameContent(restored, answer)) faults.add('answer', fault('invalid_value'));
    }
  },

  ballotOptions: () => [],
});

function withNext(question: StoredQuestion, given: StoredQuestion['next'] | undefined): StoredQuestion {
  if (!given || given.option < question.next.option || given.target < question.next.target)
    throw invalidField(`numbers.questions.${question.id}`, fault('invalid_value'));
  return { ...question, next: given };
}

function respondent(members: Readonly<Record<string, unknown>>, faults: Faults): { name?: string; email?: string } {
  for (const name of Object.keys(members))
    if (name !== 'name' && name !== 'email') faults.add(`body.${name}`, fault('unknown_field'));
  return checkRespondent(members, faults);
}
