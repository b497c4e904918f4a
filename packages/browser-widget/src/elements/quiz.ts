import { loadQuestions } from '../questions/load.js';
import { AskElement } from './ask-element.js';

/** Shows a quiz and its outcome: `<askwell-quiz quiz-id="quiz_…">`. */
export class AskwellQuiz extends AskElement<'quiz'> {
  constructor() {
    super({ name: 'quiz', plural: 'quizzes', answers: 'attempts' }, async () => (await loadQuestions()).loadQuizKind());
  }
}
