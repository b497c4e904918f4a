import type {
  Attempt,
  AttemptDraft,
  AttemptReceipt,
  QuestionAnswers,
  QuestionResult,
  Quiz,
  QuizDraft,
  QuizResults,
  RevealedQuestion,
} from '@askwell/server/contract';
import type { AskId } from './ask-id.js';
import type { Exact } from './exact.js';
import type { IdsOf, PartsOf } from './ids.js';
import type { Immutable, IsOpen } from './immutable.js';

/** What a quiz is made from. */
export type QuizDefinition = Immutable<QuizDraft>;

type QuestionDefinition = QuizDefinition['questions'][number];

/**
 * A quiz's definition, from which the types of its attempts and results follow. A key that names no option does not
 * compile.
 *
 * @example
 * const capitals = defineQuiz({
 *   title: 'Capitals',
 *   questions: [{ id: 'italy', type: 'single', prompt: 'Of Italy?', options: ['Rome', 'Milan'], answer: 'o1' }],
 * });
 * const quiz = await askwell.quizzes.create(capitals);
 * await askwell.quizzes.attempts.create(quiz.id, { answers: { italy: 'o2' } }); // 'o3' would not compile
 */
export function defineQuiz<const Definition extends QuizDefinition>(definition: CheckedQuiz<Definition>): Definition {
  return definition;
}

/** A definition without members that are not known, and with keys that name what is there. */
export type CheckedQuiz<Definition extends QuizDefinition> = Definition &
  Exact<Definition, QuizDraft> & {
    readonly questions: { readonly [At in keyof Definition['questions']]: RightKey<Definition['questions'][At]> };
  };

type RightKey<Question> = Question extends QuestionDefinition
  ? Question['answer'] extends KeyOf<Question>
    ? unknown
    : { readonly answer: WrongKey<KeyOf<Question>> }
  : unknown;

/** What the compiler says of a key that does not fit its question. */
interface WrongKey<Key> {
  readonly 'has to be': Key;
}

/** The key that marks a question. */
type KeyOf<Question extends QuestionDefinition> = {
  single: IdsOf<Question['options'], 'o'>;
  multiple: readonly IdsOf<Question['options'], 'o'>[];
  boolean: boolean;
  text: readonly string[];
  number: { readonly value: number; readonly tolerance?: number | undefined };
  order: readonly IdsOf<Question['options'], 'o'>[];
  match: { readonly [Id in IdsOf<Question['options'], 'o'>]: IdsOf<Question['targets'], 't'> };
}[Question['type']];

/** What answers a question. */
type AnswerOf<Question extends QuestionDefinition> = {
  single: IdsOf<Question['options'], 'o'>;
  multiple: IdsOf<Question['options'], 'o'>[];
  boolean: QuestionAnswers['boolean'];
  text: QuestionAnswers['text'];
  number: QuestionAnswers['number'];
  order: IdsOf<Question['options'], 'o'>[];
  match: { [Id in IdsOf<Question['options'], 'o'>]?: IdsOf<Question['targets'], 't'> };
}[Question['type']];

type QuestionOf<Definition extends QuizDefinition> = PartsOf<Definition['questions'], 'q'>;

/** The ids of a quiz's questions. */
export type QuestionId<Definition extends QuizDefinition> = QuestionOf<Definition>['id'];

/** The answers of an attempt, by question. Any of them may be left out. */
export type QuizAnswers<Definition extends QuizDefinition> = {
  [Part in QuestionOf<Definition> as Part['id']]?: Part['part'] extends QuestionDefinition
    ? AnswerOf<Part['part']>
    : never;
};

/** Whether it shows only as the program runs what the questions are. */
type IsAny<Definition extends QuizDefinition> = IsOpen<Definition['questions']>;

/** A quiz, as its definition has it. */
export interface QuizOf<Definition extends QuizDefinition> extends Quiz {
  id: AskId<Definition>;
}

/** What an attempt at the quiz may be. */
export type AttemptDraftOf<Definition extends QuizDefinition> =
  IsAny<Definition> extends true
    ? Immutable<AttemptDraft>
    : Immutable<Omit<AttemptDraft, 'answers'>> & { readonly answers: Immutable<OrNull<QuizAnswers<Definition>>> };

type OrNull<Answers> = { [Id in keyof Answers]: Answers[Id] | null | undefined };

/** An attempt at the quiz, as its owner reads it. */
export type AttemptOf<Definition extends QuizDefinition> =
  IsAny<Definition> extends true
    ? Attempt
    : Omit<Attempt, 'answers' | 'questions'> & {
        answers: QuizAnswers<Definition>;
        questions: (Attempt['questions'][number] & { id: QuestionId<Definition> })[];
      };

/** An attempt at the quiz, as the visitor is told of it. */
export type AttemptReceiptOf<Definition extends QuizDefinition> =
  IsAny<Definition> extends true
    ? AttemptReceipt
    : Omit<AttemptReceipt, 'questions'> & { questions: (RevealedQuestion & { id: QuestionId<Definition> })[] };

/** What the attempts at the quiz add up to. */
export type QuizResultsOf<Definition extends QuizDefinition> =
  IsAny<Definition> extends true
    ? QuizResults
    : Omit<QuizResults, 'questions'> & { questions: (QuestionResult & { id: QuestionId<Definition> })[] };
