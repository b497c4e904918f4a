import type { PublicQuestion, PublicQuizPart, QuestionOption } from '../../shared/contract/resources.js';
import { type RandomInt, seededRandom, shuffle } from './shuffle.js';
import { drawQuestions, type Start, type StartableQuiz, startSeed } from './start-token.js';
import { feedbackOf, needsStart, type StoredQuestion } from './stored-quiz.js';

/**
 * Returns the quiz's part of the public view. Lists every member explicitly, so that private members cannot leak.
 * Contains no questions if the quiz must be started first, except in a preview.
 */
export function publicQuizPart(quiz: StartableQuiz, secret: Buffer, isPreview = false): PublicQuizPart {
  const part = publicMembers(quiz);
  return part.needs_start && !isPreview ? part : { ...part, questions: publicQuestions(quiz, null, secret) };
}

/** Returns the quiz's part of the view after a start. */
export function startedQuizPart(quiz: StartableQuiz, start: Start, secret: Buffer): StartedPart {
  return { ...publicMembers(quiz), questions: publicQuestions(quiz, start, secret) };
}

type StartedPart = PublicQuizPart & Pick<Required<PublicQuizPart>, 'questions'>;

/**
 * Returns questions that the visitor has answered, to look up their texts. The options are in the order of the quiz,
 * which for `order` questions is the correct one: never show them in this order.
 */
export function publicQuestionsByIds({ own }: Pick<StartableQuiz, 'own'>, ids: readonly string[]): PublicQuestion[] {
  const answered = new Set(ids);
  return own.questions.filter((question) => answered.has(question.id)).map(withoutKey);
}

function publicMembers({ own }: StartableQuiz): PublicQuizPart {
  return {
    questions_count: own.draw ?? own.questions.length,
    pass_percentage: own.pass_percentage,
    time_limit_seconds: own.time_limit_seconds,
    max_attempts: own.max_attempts,
    reveal: own.reveal,
    feedback: feedbackOf(own),
    shuffle_questions: own.shuffle_questions,
    shuffle_options: own.shuffle_options,
    collect_name: own.collect_name ?? false,
    // A receipt is sent to the address.
    collect_email: own.collect_email || (own.receipt ?? false),
    needs_start: needsStart(own),
  };
}

/** Returns the questions of a start. Without a start, returns the questions that all visitors get. */
function publicQuestions(quiz: StartableQuiz, start: Start | null, secret: Buffer): PublicQuestion[] {
  const { own } = quiz;
  const seed = start ? startSeed(quiz.id, start) : [quiz.id, String(quiz.version)];
  const asked = drawQuestions(quiz, start, secret);
  const ordered = start && own.shuffle_questions ? shuffle(asked, seededRandom(secret, [...seed, 'questions'])) : asked;
  return ordered.map((question) =>
    publicQuestion(
      question,
      start !== null && own.shuffle_options,
      seededRandom(secret, [...seed, 'question', question.id]),
    ),
  );
}

function publicQuestion(question: StoredQuestion, mayShuffle: boolean, random: RandomInt): PublicQuestion {
  const { options, targets, ...head } = withoutKey(question);
  return {
    ...head,
    options:
      question.type === 'order'
        ? shuffleOrderOptions(options, question.answer, random)
        : mayShuffle
          ? shuffle(options, random)
          : options,
    targets: shuffle(targets, random),
  };
}

/** Returns what visitors may see of a question, with the options in the order of the quiz. */
function withoutKey({ id, type, prompt, image_url, options, targets }: StoredQuestion): PublicQuestion {
  return { id, type, prompt, image_url, options: options.map(publicOption), targets: targets.map(publicOption) };
}

function publicOption({ id, label, image_url }: QuestionOption): QuestionOption {
  return { id, label, image_url };
}

/**
 * Shuffles the options of an `order` question into any order but the correct one. With two options both orders are
 * possible, because the wrong one would reveal the correct one.
 */
function shuffleOrderOptions(
  options: readonly QuestionOption[],
  correct: readonly string[],
  random: RandomInt,
): QuestionOption[] {
  for (;;) {
    const shown = shuffle(options, random);
    if (options.length === 2 || shown.some(({ id }, place) => id !== correct[place])) return shown;
  }
}
