import { z } from 'zod';
import { boundedArray } from '../../base/validation/bounded.js';
import { countSchema } from '../../base/validation/common-schemas.js';
import { component, described, translatable } from '../../base/validation/documented.js';
import { requiredText } from '../../base/validation/text.js';
import { textShapeOf, translationSchema } from '../../core/languages/text-shape-of.js';
import {
  askMembers,
  authorMembers,
  longText,
  markdownText,
  publicHeadMembers,
  translationsMember,
} from '../../core/schemas/ask-schema.js';
import type { Quiz, QuizChanges, QuizDraft, QuizTranslation } from '../../shared/contract/resources.js';
import { formulasMember } from './formulas-schema.js';
import { publicQuestionSchema, questionDraft, questionSchema, scoreNumber } from './question-schema.js';
import { quizDraftExample, quizExample } from './quiz-examples.js';

export const mostQuestions = 200;
const longestTime = 7 * 24 * 3600;
const percentage = scoreNumber.min(0).max(100);

const bandMembers = {
  min_percentage: percentage,
  title: translatable(requiredText(300)),
  message: described(longText.nullable(), markdownText),
};
const bandText = 'Text for visitors who reach this percentage, but not the next band.';

export const bandSchema = component('Band', z.object(bandMembers), { description: bandText });
const bandDraft = component('BandDraft', z.strictObject({ ...bandMembers, message: bandMembers.message.optional() }), {
  description: bandText,
});

const reveal = component('Reveal', z.enum(['nothing', 'score', 'correctness', 'answers']), {
  description: 'What visitors see about their attempt. Each value includes those before it.',
});

const feedback = component('Feedback', z.enum(['end', 'each']), {
  description: 'When visitors learn which answers are correct: after the attempt, or after each question.',
});

const rules = {
  pass_percentage: described(
    percentage.nullable(),
    'An attempt passes from this percentage. Without it, `passed` is null.',
    null,
  ),
  time_limit_seconds: described(
    z.int().min(1).max(longestTime).nullable(),
    'Attempts with a time limit must be started first. The server measures the time.',
    null,
  ),
  max_attempts: described(
    z.int().min(1).max(1_000).nullable(),
    'Maximum number of attempts per visitor. Requires `one_per`; null then means 1.',
    null,
  ),
  reveal: described(reveal, 'What visitors see about their attempt.', 'correctness'),
  feedback: described(
    feedback,
    'When visitors learn which answers are correct. "each" requires `reveal` "correctness" or "answers". Attempts must then be started first.',
    'end',
  ),
  shuffle_questions: described(z.boolean(), 'Each start shuffles the questions.', false),
  shuffle_options: described(z.boolean(), 'Each start shuffles the options.', false),
};
const draw = described(
  z.int().min(1).max(mostQuestions).nullable(),
  'The number of questions that each visitor gets. With null, visitors get all questions. With a number, visitors must start the quiz first.',
  null,
);

const receipt = described(
  z.boolean(),
  'Sends visitors who enter their address in `email` their result by email. Requires that the service sends emails.',
  false,
);

const contact = {
  collect_name: described(
    z.boolean(),
    'Visitors can enter their name, or leave it empty. Embedded quizzes can override this with the attribute `collect`.',
    false,
  ),
  collect_email: described(
    z.boolean(),
    'Visitors can enter their email address, or leave it empty. They are always asked if they get a receipt. Embedded quizzes can override this with the attribute `collect`.',
    false,
  ),
};

const draftMembers = {
  ...authorMembers,
  one_per: described(authorMembers.one_per, 'How the server recognizes a visitor who answers again.', null),
  results_visibility: described(authorMembers.results_visibility, 'When visitors can see the results.', 'never'),
  questions: boundedArray(questionDraft, { min: 1, max: mostQuestions }),
  ...rules,
  draw,
  bands: described(boundedArray(bandDraft, { max: 100 }), 'Texts for visitors by the percentage that they reach.', []),
  ...contact,
  receipt,
};
/** The texts of a quiz in another language. */
const translation = component('QuizTranslation', translationSchema<QuizTranslation>(z.object(draftMembers)), {
  description: 'The texts of a quiz in another language.',
  extends: ['AskTranslation'],
});
const translations = translationsMember(translation);
/** Where a definition has texts for visitors. */
export const quizTextShape = textShapeOf(z.object(draftMembers));
const changes = z.strictObject({ ...draftMembers, translations }).partial();

export const quizDraft = component(
  'QuizDraft',
  changes.extend({ title: draftMembers.title, questions: draftMembers.questions }),
  { description: 'The body of `POST /api/v1/quizzes`.', extends: ['AskDraft'], examples: [quizDraftExample] },
) satisfies z.ZodType<QuizDraft>;

export const quizChanges = component('QuizChanges', changes, {
  description:
    'The body of `PATCH /api/v1/quizzes/{id}`. Absent members keep their values, null clears a value, and arrays are replaced: their items are matched by `id`.',
  examples: [{ reveal: 'answers' }],
}) satisfies z.ZodType<QuizChanges>;

export const quizSchema = component(
  'Quiz',
  z.object({
    ...askMembers('quiz'),
    translations,
    ...rules,
    questions: z.array(questionSchema),
    draw,
    bands: z.array(bandSchema),
    ...contact,
    receipt,
  }),
  { description: 'A quiz as its owner sees it.', extends: ['Ask'], examples: [quizExample] },
) satisfies z.ZodType<Quiz>;

const publicPart = {
  ...rules,
  collect_name: described(z.boolean(), 'Visitors can enter their name.'),
  collect_email: described(z.boolean(), 'Visitors can enter their email address.'),
  questions_count: described(countSchema, 'Number of questions that a visitor gets.'),
  needs_start: described(z.boolean(), 'True if attempts must be started first. The start returns the questions.'),
  formulas: formulasMember,
};
const questions = z.array(publicQuestionSchema);
const optionalQuestions = described(z.exactOptional(questions), 'Absent if `needs_start` is true.');
component('PublicQuizPart', z.object({ ...publicPart, questions: optionalQuestions }), {
  description: 'The members of a quiz that visitors see and that polls and forms do not have.',
  only: 'types',
});

const publicQuiz = z.object({ ...publicHeadMembers('quiz'), ...publicPart });

export const publicQuizSchema = component('PublicQuiz', publicQuiz.extend({ questions: optionalQuestions }), {
  description: 'A quiz as visitors see it.',
  extends: ['PublicHead', 'PublicQuizPart'],
});

export const quizWithQuestionsSchema = component('PublicQuizWithQuestions', publicQuiz.extend({ questions }), {
  description: 'A quiz as a visitor sees it who started an attempt.',
  extends: ['PublicHead', 'PublicQuizPart'],
});
