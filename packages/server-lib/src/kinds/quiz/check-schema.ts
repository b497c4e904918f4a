import { z } from 'zod';
import { partIdSchema } from '../../base/validation/common-schemas.js';
import { component, described } from '../../base/validation/documented.js';
import { rawText } from '../../base/validation/text.js';
import { maxTokenLength, visitorMemberSchemas } from '../../core/schemas/answer-schema.js';
import { revealedQuestionMembers } from './attempt-schema.js';
import { formulasMember } from './formulas-schema.js';
import { questionAnswerSchema } from './question-schema.js';

/** The verdict of one answer before the attempt is submitted. */
export const checkedQuestionSchema = component(
  'CheckedQuestion',
  z.object({
    ...revealedQuestionMembers,
    given: described(questionAnswerSchema.nullable(), 'The answer that counts: the first one. Null means no answer.'),
    formulas: formulasMember,
  }),
  {
    description: 'The grade of the first answer to a question. Members that `reveal` hides are null.',
    extends: ['RevealedQuestion'],
    examples: [{ id: 'q1', correct: true, points: 1, max_points: 1, answer: null, explanation: null, given: 'o2' }],
  },
);

/** The body of a check. */
export const checkDraftSchema = component(
  'CheckDraft',
  z.strictObject({
    question: described(partIdSchema, 'The ID of the question.'),
    answer: described(questionAnswerSchema.nullable(), 'The answer. Null means no answer.'),
    started: described(rawText(maxTokenLength), 'The token from the start of the quiz.'),
    ...visitorMemberSchemas,
  }),
  {
    description: 'The body of `POST /embed/quizzes/{id}/checks`.',
    extends: ['VisitorDraft'],
    examples: [{ question: 'q1', answer: 'o2', started: 'AAYv1xvJm2kq8XkTq0Zb5w' }],
  },
);
