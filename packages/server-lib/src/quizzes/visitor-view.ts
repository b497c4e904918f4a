import type { PublicQuestion, PublicQuizPart, QuestionOption } from './quiz-types.js';
import { type Dice, seededDice, shuffled } from './start/shuffle.js';
import { drawnQuestions, type Start, type StartableQuiz, seedOf } from './start/start-token.js';
import { needsStart, type StoredQuestion } from './stored-quiz.js';

/**
 * A quiz's own part as everybody sees it: picked, so that nothing slips through that was not thought of. There is nothing
 * of the questions where a start gives them.
 */
export function publicQuiz(quiz: StartableQuiz, secret: Buffer): PublicQuizPart {
  const part = partOf(quiz);
  return part.needs_start ? part : { ...part, questions: publicQuestions(quiz, null, secret) };
}

/** A quiz's own part as one start shows it. */
export function startedQuiz(quiz: StartableQuiz, start: Start, secret: Buffer): StartedPart {
  return { ...partOf(quiz), questions: publicQuestions(quiz, start, secret) };
}

type StartedPart = PublicQuizPart & Pick<Required<PublicQuizPart>, 'questions'>;

/**
 * The questions that whoever answered them looks back at, options in the quiz's own order: that is the right one where
 * they were to be put in order, so that it is for looking up labels and never to be shown as it stands.
 */
export function questionsBehind({ questions }: StartableQuiz['own'], ids: readonly string[]): PublicQuestion[] {
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

function partOf({ own }: StartableQuiz): PublicQuizPart {
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
  const seed = start ? seedOf(quiz.id, start) : [quiz.id, String(quiz.version)];
  const asked = drawnQuestions(quiz, start, secret);
  const shown = start && own.shuffle_questions ? shuffled(asked, seededDice(secret, [...seed, 'questions'])) : asked;
  return shown.map((question) =>
    publicQuestion(
      question,
      start !== null && own.shuffle_options,
      seededDice(secret, [...seed, 'question', question.id]),
    ),
  );
}

function publicQuestion(question: StoredQuestion, mayShuffle: boolean, dice: Dice): PublicQuestion {
  const { id, type, prompt, image_url } = question;
  const options = question.options.map(publicOption);
  return {
    id,
    type,
    prompt,
    image_url,
    options:
      type === 'order' ? outOfOrder(options, question.answer, dice) : mayShuffle ? shuffled(options, dice) : options,
    targets: shuffled(question.targets.map(publicOption), dice),
  };
}

function publicOption({ id, label, image_url }: QuestionOption): QuestionOption {
  return { id, label, image_url };
}

/**
 * Options that are to be put in order, in any order but the right one. Of two the wrong order would tell the right one,
 * so that chance decides between them.
 */
function outOfOrder(options: readonly QuestionOption[], right: readonly string[], dice: Dice): QuestionOption[] {
  for (;;) {
    const shown = shuffled(options, dice);
    if (options.length === 2 || shown.some(({ id }, place) => id !== right[place])) return shown;
  }
}
