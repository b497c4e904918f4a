import type { Secret } from '../../base/crypto/secret.js';
import { type Html, html } from '../../base/html.js';
import type { Localizer } from '../../base/localizer.js';
import type { CheckService } from '../../kinds/quiz/check-service.js';
import type { QuizWire } from '../../kinds/quiz/quiz-kind.js';
import { reviewAttempt } from '../../kinds/quiz/reveal.js';
import { seededRandom, shuffle } from '../../kinds/quiz/shuffle.js';
import type { StartService } from '../../kinds/quiz/start-service.js';
import { isStartCurrent, signStart, startExpiry, verifyStart } from '../../kinds/quiz/start-token.js';
import { needsStart, type QuizBody, type QuizOwn } from '../../kinds/quiz/stored-quiz.js';
import { startedQuizPart } from '../../kinds/quiz/visitor-view.js';
import type { PublicQuestion, PublicQuiz } from '../../shared/contract/resources.js';
import { presentAttempt } from '../../shared/presentation/attempt-outcome.js';
import { presentQuizFacts } from '../../shared/presentation/quiz-facts.js';
import { presentQuizResults } from '../../shared/presentation/results/quiz-results.js';
import { fieldsOf } from './answer-fields.js';
import { createCheckSteps } from './check-steps.js';
import type { KindRenderer, PageVisitor } from './kind-renderer.js';
import { quizInputs } from './quiz-inputs.js';

/** Returns the renderer of quizzes. */
export function quizRenderer({
  secret,
  starts,
  checks,
}: {
  secret: Secret;
  starts: StartService;
  checks: CheckService;
}): KindRenderer<QuizOwn, QuizBody, QuizWire> {
  const steps = createCheckSteps({ secret, checks });
  return {
    inputs(quiz, pageVisitor) {
      const { questions } = quiz;
      return questions
        ? (formContext) => quizInputs(formContext, shuffleFor(quiz, questions, pageVisitor), quiz)
        : null;
    },

    // Questions and options may be shuffled.
    isSameForAll: () => false,

    toFormFields: ({ questions }, { answers }) =>
      Object.fromEntries(
        Object.entries(answers).flatMap(([id, answer]) =>
          fieldsOf(id, answer, questions.find((question) => question.id === id)?.type === 'order'),
        ),
      ),

    facts,

    outcome(texts, { own }, receipt, body) {
      const attempt = reviewAttempt(own, body);
      return presentAttempt(receipt, attempt ?? { questions: [], answers: {} }, texts);
    },

    results: (texts, quiz, results) => presentQuizResults(results, quiz.questions ?? [], texts),

    start: {
      steps,
      isNeeded: needsStart,
      begin: async (ask, visitor) => signStart(secret.key, ask.id, await starts.start(ask, visitor)),
      resume(ask, token, now) {
        const start = verifyStart(secret.key, ask.id, token);
        if (!start || !isStartCurrent(ask, start)) return undefined;
        const deadline = startExpiry(ask.own, start);
        const quiz = startedQuizPart(ask, start, secret.key);
        // The steps show the questions.
        const questions = steps.isNeeded(ask.own) ? [] : quiz.questions;
        return {
          inputs: (formContext) => quizInputs(formContext, questions, quiz),
          deadline,
          isExpired: deadline !== null && now > deadline,
        };
      },
    },
  };
}

/** Shuffles a quiz that needs no start. Each visitor has their own order, which stays the same. */
function shuffleFor(quiz: PublicQuiz, questions: PublicQuestion[], { voter, secret }: PageVisitor): PublicQuestion[] {
  const random = (...parts: string[]) => seededRandom(secret, ['quiz', quiz.id, voter, ...parts]);
  const shuffled = quiz.shuffle_options
    ? questions.map((question) =>
        mayShuffleOptions(question)
          ? { ...question, options: shuffle(question.options, random(question.id)) }
          : question,
      )
    : questions;
  return quiz.shuffle_questions ? shuffle(shuffled, random()) : shuffled;
}

/** The options of `order` questions are shuffled already. Shuffling them again could produce the correct order. */
function mayShuffleOptions({ type }: PublicQuestion): boolean {
  return type !== 'order';
}

function facts({ texts, withLang }: Localizer, quiz: PublicQuiz): Html {
  return html`<ul class="facts">${presentQuizFacts(quiz, texts).map((fact) => html`<li>${withLang(fact)}</li>`)}</ul>`;
}
