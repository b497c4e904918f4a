import { answerCounterFactory } from './asks/kind-definition.js';
import { registerAnswerCounter } from './asks/results/answer-contributions.js';
import { form } from './forms/form-kind.js';
import { poll } from './polls/poll-kind.js';
import { quiz } from './quizzes/quiz-kind.js';

/** Registers the three kinds, in each thread that counts answers. */
export function registerKinds(): void {
  registerAnswerCounter('poll', answerCounterFactory(poll));
  registerAnswerCounter('quiz', answerCounterFactory(quiz));
  registerAnswerCounter('form', answerCounterFactory(form));
}
