import type { PublicQuestion, PublicQuizPart, QuestionOption } from './quiz-types.js';
import { type RandomInt, seededRandom, shuffle } from './start/shuffle.js';
import { drawQuestions, type Start, type StartableQuiz, startSeed } from './start/start-token.js';
import { needsStart, type StoredQuestion } from './stored-quiz.js';

/**
 * A quiz's own part as everybody sees it: picked, so that nothing slips through that was not thought of. There is nothing
 * of the questions where a start gives them.
 */
export function publicQuizPart(quiz: StartableQuiz, secret: Buffer): PublicQuizPart {
  const part = publicMembers(quiz);
  return part.needs_start ? part : { ...part, questions: publicQuestions(quiz, null, secret) };
}

/** A quiz's own part as one start shows it. */
export function startedQuizPart(quiz: StartableQuiz, start: Start, secret: Buffer): StartedPart {
  return { ...publicMembers(quiz), questions: publicQuestions(quiz, start, secret) };
}

type StartedPart = PublicQuizPart & Pick<Required<PublicQuizPart>, 'questions'>;

/**
 * The questions that whoever answered them looks back at, options in the quiz's own order: that is the right one where
 * they were to be put in order, so that it is for looking up labels and never to be shown as it stands.
 */
export function publicQuestionsByIds({ questions }: StartableQuiz['own'], ids: readonly string[]): PublicQuestion[] {
  return questions
    .filter((question) => ids.includes(question.id))
    .map(({ id, type, prompt, image_url, options, targets }) => ({
      id,
      type,
      prompt,
      image_url,
      options: options.map(publicOption),
      targets: targets.map(publicOption),
    }));
}

function publicMembers({ own }: StartableQuiz): PublicQuizPart {
  return {
    questions_count: own.draw ?? own.questions.length,
    pass_percentage: own.pass_percentage,
    time_limit_seconds: own.time_limit_seconds,
    max_attempts: own.max_attempts,
    reveal: own.reveal,
    shuffle_questions: own.shuffle_questions,
    shuffle_options: own.shuffle_options,
    needs_start: needsStart(own),
  };
}

/** The questions as one start shows them, or, without one, as they are shown to everybody. */
function publicQuestions(quiz: StartableQuiz, start: Start | null, secret: Buffer): PublicQuestion[] {
  const { own } = quiz;
  const seed = start ? startSeed(quiz.id, start) : [quiz.id, String(quiz.version)];
  const asked = drawQuestions(quiz, start, secret);
  const shown = start && own.shuffle_questions ? shuffle(asked, seededRandom(secret, [...seed, 'questions'])) : asked;
  return shown.map((question) =>
    publicQuestion(
      question,
      start !== null && own.shuffle_options,
      seededRandom(secret, [...seed, 'question', question.id]),
    ),
  );
}

function publicQuestion(question: StoredQuestion, mayShuffle: boolean, dice: RandomInt): PublicQuestion {
  const { id, type, prompt, image_url } = question;
  const options = question.options.map(publicOption);
  return {
    id,
    type,
    prompt,
    image_url,
    options:
      type === 'order'
        ? shuffleOrderOptions(options, question.answer, dice)
        : mayShuffle
          ? shuffle(options, dice)
          : options,
    targets: shuffle(question.targets.map(publicOption), dice),
  };
}

function publicOption({ id, label, image_url }: QuestionOption): QuestionOption {
  return { id, label, image_url };
}

/**
 * Options that are to be put in order, in any order but the right one. Of two the wrong order would tell the right one,
 * so that chance decides between them.
 */
function shuffleOrderOptions(
  options: readonly QuestionOption[],
  right: readonly string[],
  dice: RandomInt,
): QuestionOption[] {
  for (;;) {
    const shown = shuffle(options, dice);
    if (options.length === 2 || shown.some(({ id }, place) => id !== right[place])) return shown;
  }
}
