import { answerCounterFactory } from '../core/kind-definition.js';
import { registerAnswerCounter } from '../core/results/answer-contributions.js';
import { form } from '../kinds/form/form-kind.js';
import { poll } from '../kinds/poll/poll-kind.js';
import { quiz } from '../kinds/quiz/quiz-kind.js';

/** Registers the three kinds, in each thread that counts answers. */
export function registerKinds(): void {
  registerAnswerCounter('poll', answerCounterFactory(poll));
  registerAnswerCounter('quiz', answerCounterFactory(quiz));
  registerAnswerCounter('form', answerCounterFactory(form));
}
