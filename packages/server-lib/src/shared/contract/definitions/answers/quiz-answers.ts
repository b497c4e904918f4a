import type {
  Attempt,
  AttemptDraft,
  AttemptReceipt,
  CheckedQuestion,
  PublicQuestion,
  QuestionOption,
  QuestionResult,
  QuizResults,
  RevealedQuestion,
  StartedQuiz,
} from '../../resources.js';
import type { QuizId } from '../ask-id.js';
import type { IdsOf, PartsOf } from '../ids.js';
import type { Immutable } from '../immutable.js';
import type { Plain } from '../plain.js';
import type { IsDynamicQuiz, QuestionDefinition, QuizDefinition } from '../quiz.js';

/** The answer to a question. */
type QuestionAnswerOf<Question extends QuestionDefinition> = {
  single: IdsOf<Question['options'], 'o'>;
  multiple: IdsOf<Question['options'], 'o'>[];
  boolean: boolean;
  text: string;
  number: number;
  order: IdsOf<Question['options'], 'o'>[];
  match: { [Id in IdsOf<Question['options'], 'o'>]?: IdsOf<Question['targets'], 't'> };
}[Question['type']];

type QuestionOf<Definition extends QuizDefinition> = PartsOf<Definition['questions'], 'q'>;

/** The IDs of the questions of a quiz. */
export type QuestionId<Definition extends QuizDefinition> = QuestionOf<Definition>['id'];

/** The answers of an attempt, by the ID of the question. All of them are optional. */
export type QuizAnswers<Definition extends QuizDefinition> = Plain<{
  [Part in QuestionOf<Definition> as Part['id']]?: Part['part'] extends QuestionDefinition
    ? QuestionAnswerOf<Part['part']>
    : never;
}>;

/** An attempt to submit. */
export type AttemptDraftOf<Definition extends QuizDefinition> =
  IsDynamicQuiz<Definition> extends true
    ? Immutable<AttemptDraft>
    : Plain<
        { readonly answers: Plain<Immutable<OrNull<QuizAnswers<Definition>>>> } & Immutable<
          Omit<AttemptDraft, 'answers'>
        >
      >;

type OrNull<Answers> = { [Id in keyof Answers]: Answers[Id] | null | undefined };

/** An attempt, as the owner of the quiz sees it. */
export type AttemptOf<Definition extends QuizDefinition> =
  IsDynamicQuiz<Definition> extends true
    ? Attempt
    : Plain<
        Omit<Attempt, 'answers' | 'questions'> & {
          answers: QuizAnswers<Definition>;
          questions: OfQuestion<Definition, Attempt['questions'][number]>[];
        }
      >;

/** A result of a question, with the ID of one of the questions of the quiz. */
type OfQuestion<Definition extends QuizDefinition, Result> = Plain<{ id: QuestionId<Definition> } & Omit<Result, 'id'>>;

/** The response to an attempt, as the visitor sees it. */
export type AttemptReceiptOf<Definition extends QuizDefinition> =
  IsDynamicQuiz<Definition> extends true
    ? AttemptReceipt
    : Plain<Omit<AttemptReceipt, 'questions'> & { questions: OfQuestion<Definition, RevealedQuestion>[] }>;

/** The results of a quiz. */
export type QuizResultsOf<Definition extends QuizDefinition> =
  IsDynamicQuiz<Definition> extends true
    ? QuizResults
    : Plain<Omit<QuizResults, 'questions'> & { questions: OfQuestion<Definition, QuestionResult>[] }>;

/** A started quiz, as the visitor sees it. */
export type StartedQuizOf<Definition extends QuizDefinition> =
  IsDynamicQuiz<Definition> extends true
    ? StartedQuiz
    : Plain<
        Omit<StartedQuiz, 'quiz' | 'checks'> & {
          quiz: Plain<
            Omit<StartedQuiz['quiz'], 'id' | 'questions'> & {
              id: QuizId<Definition>;
              questions: ShownQuestion<QuestionOf<Definition>>[];
            }
          >;
          checks: OfQuestion<Definition, CheckedQuestion>[];
        }
      >;

/** A question as visitors see it. */
type ShownQuestion<Question> = Question extends {
  readonly id: infer Id;
  readonly part: infer Part extends QuestionDefinition;
}
  ? Plain<
      Omit<PublicQuestion, 'id' | 'type' | 'options' | 'targets'> & {
        id: Id;
        type: Part['type'];
        options: ShownOption<Part['options'], 'o'>[];
        targets: ShownOption<Part['targets'], 't'>[];
      }
    >
  : never;

type ShownOption<List, Letter extends string> = Plain<{ id: IdsOf<List, Letter> } & Omit<QuestionOption, 'id'>>;
