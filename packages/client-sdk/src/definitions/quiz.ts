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
import type { Immutable, IsDynamicList } from './immutable.js';

/** The definition of a quiz: a {@link QuizDraft}, deeply readonly. */
export type QuizDefinition = Immutable<QuizDraft>;

type QuestionDefinition = QuizDefinition['questions'][number];

/**
 * Returns a quiz definition unchanged, with its exact type. Calls with the ID of the created quiz derive the types of
 * attempts and results from it.
 *
 * @param definition The quiz to create. Unknown properties, and answer keys that do not fit their question, do not compile.
 *
 * @example
 * const capitals = defineQuiz({
 *   title: 'Capitals',
 *   questions: [{ id: 'italy', type: 'single', prompt: 'Of Italy?', options: ['Rome', 'Milan'], answer: 'o1' }],
 * });
 * const quiz = await askwell.quizzes.create(capitals);
 * await askwell.quizzes.attempts.create(quiz.id, { answers: { italy: 'o2' } }); // 'o3' does not compile
 */
export function defineQuiz<const Definition extends QuizDefinition>(definition: CheckedQuiz<Definition>): Definition {
  return definition;
}

/** A quiz definition without unknown properties, in which every answer key fits its question. */
export type CheckedQuiz<Definition extends QuizDefinition> = Definition &
  Exact<Definition, QuizDraft> & {
    readonly questions: { readonly [At in keyof Definition['questions']]: CheckedKey<Definition['questions'][At]> };
  };

type CheckedKey<Question> = Question extends QuestionDefinition
  ? Question['answer'] extends KeyOf<Question>
    ? unknown
    : { readonly answer: InvalidKey<KeyOf<Question>> }
  : unknown;

/** Makes the compiler report the expected type of an answer key. */
interface InvalidKey<Key> {
  readonly 'must be': Key;
}

/** The answer key of a question. */
type KeyOf<Question extends QuestionDefinition> = {
  single: IdsOf<Question['options'], 'o'>;
  multiple: readonly IdsOf<Question['options'], 'o'>[];
  boolean: boolean;
  text: readonly string[];
  number: { readonly value: number; readonly tolerance?: number | undefined };
  order: readonly IdsOf<Question['options'], 'o'>[];
  match: { readonly [Id in IdsOf<Question['options'], 'o'>]: IdsOf<Question['targets'], 't'> };
}[Question['type']];

/** The answer to a question. */
type QuestionAnswerOf<Question extends QuestionDefinition> = {
  single: IdsOf<Question['options'], 'o'>;
  multiple: IdsOf<Question['options'], 'o'>[];
  boolean: QuestionAnswers['boolean'];
  text: QuestionAnswers['text'];
  number: QuestionAnswers['number'];
  order: IdsOf<Question['options'], 'o'>[];
  match: { [Id in IdsOf<Question['options'], 'o'>]?: IdsOf<Question['targets'], 't'> };
}[Question['type']];

type QuestionOf<Definition extends QuizDefinition> = PartsOf<Definition['questions'], 'q'>;

/** The IDs of the questions of a quiz. */
export type QuestionId<Definition extends QuizDefinition> = QuestionOf<Definition>['id'];

/** The answers of an attempt, by the ID of the question. All of them are optional. */
export type QuizAnswers<Definition extends QuizDefinition> = {
  [Part in QuestionOf<Definition> as Part['id']]?: Part['part'] extends QuestionDefinition
    ? QuestionAnswerOf<Part['part']>
    : never;
};

/** Whether the questions are only known at runtime. */
type IsDynamicQuiz<Definition extends QuizDefinition> = IsDynamicList<Definition['questions']>;

/** A quiz whose ID has the type of its definition. */
export interface QuizOf<Definition extends QuizDefinition> extends Quiz {
  id: AskId<Definition>;
}

/** An attempt to submit. */
export type AttemptDraftOf<Definition extends QuizDefinition> =
  IsDynamicQuiz<Definition> extends true
    ? Immutable<AttemptDraft>
    : Immutable<Omit<AttemptDraft, 'answers'>> & { readonly answers: Immutable<OrNull<QuizAnswers<Definition>>> };

type OrNull<Answers> = { [Id in keyof Answers]: Answers[Id] | null | undefined };

/** An attempt, as the owner of the quiz sees it. */
export type AttemptOf<Definition extends QuizDefinition> =
  IsDynamicQuiz<Definition> extends true
    ? Attempt
    : Omit<Attempt, 'answers' | 'questions'> & {
        answers: QuizAnswers<Definition>;
        questions: (Attempt['questions'][number] & { id: QuestionId<Definition> })[];
      };

/** The response to an attempt, as the visitor sees it. */
export type AttemptReceiptOf<Definition extends QuizDefinition> =
  IsDynamicQuiz<Definition> extends true
    ? AttemptReceipt
    : Omit<AttemptReceipt, 'questions'> & { questions: (RevealedQuestion & { id: QuestionId<Definition> })[] };

/** The results of a quiz. */
export type QuizResultsOf<Definition extends QuizDefinition> =
  IsDynamicQuiz<Definition> extends true
    ? QuizResults
    : Omit<QuizResults, 'questions'> & { questions: (QuestionResult & { id: QuestionId<Definition> })[] };
