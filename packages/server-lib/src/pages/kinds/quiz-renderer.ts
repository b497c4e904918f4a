import type { Secret } from '../../crypto/secret.js';
import type { Localizer } from '../../messages/localizer.js';
import type { QuizWire } from '../../quizzes/quiz-kind.js';
import type { PublicQuestion, PublicQuiz } from '../../quizzes/quiz-types.js';
import { seededRandom, shuffle } from '../../quizzes/start/shuffle.js';
import type { StartService } from '../../quizzes/start/start-service.js';
import { createStart, isStartCurrent, signStart, startExpiry, verifyStart } from '../../quizzes/start/start-token.js';
import { needsStart, type QuizBody, type QuizOwn } from '../../quizzes/stored-quiz.js';
import { publicQuestionsByIds, startedQuizPart } from '../../quizzes/visitor-view.js';
import { type Html, html } from '../../web/html.js';
import type { KindRenderer, PageVisitor } from '../kind-renderer.js';
import { fieldsOf } from './answer-fields.js';
import { quizInputs } from './quiz-inputs.js';
import { attemptView, quizResults } from './quiz-results.js';

export function quizRenderer({
  secret,
  starts,
}: {
  secret: Secret;
  starts: StartService;
}): KindRenderer<QuizOwn, QuizBody, QuizWire> {
  return {
    inputs(quiz, pageVisitor) {
      const { questions } = quiz;
      return questions ? (formContext) => quizInputs(formContext, inVisitorsOrder(quiz, questions, pageVisitor)) : null;
    },

    // Questions and options may be shuffled.
    isCommon: () => false,

    fields: ({ questions }, { answers }) =>
      Object.fromEntries(
        Object.entries(answers).flatMap(([id, answer]) =>
          fieldsOf(id, answer, questions.find((question) => question.id === id)?.type === 'order'),
        ),
      ),

    facts,

    receipt(localizer, { own }, receipt, { answers }) {
      const asked = publicQuestionsByIds(
        own,
        receipt.questions.map(({ id }) => id),
      );
      return attemptView(localizer, receipt, asked, answers);
    },

    results: (localizer, quiz, results) => quizResults(localizer, results, quiz.questions ?? []),

    count: ({ attempts_count }) => attempts_count,

    start: {
      isNeeded: needsStart,
      preview: (ask, now) => signStart(secret.key, ask.id, createStart(ask, now)),
      begin: async (ask, visitor) => signStart(secret.key, ask.id, await starts.start(ask, visitor)),
      resume(ask, text, now) {
        const start = verifyStart(secret.key, ask.id, text);
        if (!start || !isStartCurrent(ask, start)) return undefined;
        const until = startExpiry(ask.own, start);
        const { questions } = startedQuizPart(ask, start, secret.key);
        return {
          inputs: (formContext) => quizInputs(formContext, questions),
          until,
          isOver: until !== null && now > until,
        };
      },
    },
  };
}

/** Without a start the view is the same for everybody; where it is to be mixed, each visitor has an order of their own. */
function inVisitorsOrder(
  quiz: PublicQuiz,
  questions: PublicQuestion[],
  { voter, secret }: PageVisitor,
): PublicQuestion[] {
  const dice = (...parts: string[]) => seededRandom(secret, ['quiz', quiz.id, voter, ...parts]);
  const mixed = quiz.shuffle_options
    ? questions.map((question) =>
        isMixable(question) ? { ...question, options: shuffle(question.options, dice(question.id)) } : question,
      )
    : questions;
  return quiz.shuffle_questions ? shuffle(mixed, dice()) : mixed;
}

/** What is to be put in order is mixed already, and once more might be the right order. */
function isMixable({ type }: PublicQuestion): boolean {
  return type !== 'order';
}

function facts({ words, say, number, percent, duration }: Localizer, quiz: PublicQuiz): Html {
  const { questions_count, time_limit_seconds, pass_percentage } = quiz;
  const list = [
    words.quiz.questions(questions_count, number(questions_count)),
    time_limit_seconds !== null && words.quiz.limit(duration(time_limit_seconds)),
    pass_percentage !== null && words.quiz.pass(percent(pass_percentage / 100)),
  ];
  return html`<ul class="facts">${list.map((fact) => fact !== false && html`<li>${say(fact)}</li>`)}</ul>`;
}
