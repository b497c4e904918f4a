import type { Quiz, QuizChanges, QuizDraft } from '../resources.js';
import type { QuizId } from './ask-id.js';
import type { Exact } from './exact.js';
import type { IdsOf } from './ids.js';
import type { Immutable, IsDynamicList } from './immutable.js';
import type { Allowed, DistinctIds, MustBe, OnePerRule } from './rules.js';
import type { IdentifyParts, Updated } from './updated.js';

/** The definition of a quiz: a {@link QuizDraft}, deeply readonly. */
export type QuizDefinition = Immutable<QuizDraft>;

/** The definition of a question. */
export type QuestionDefinition = QuizDefinition['questions'][number];

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
 * type Answers = QuizAnswers<typeof capitals>; // { italy?: 'o1' | 'o2' }
 */
export function defineQuiz<const Definition extends QuizDefinition>(definition: CheckedQuiz<Definition>): Definition {
  return definition;
}

/** A quiz definition without unknown properties and contradictions, in which every answer key fits its question. */
export type CheckedQuiz<Definition extends QuizDefinition> = Definition &
  Exact<Definition, QuizDraft> &
  QuizRules<Definition>;

type QuizRules<Definition extends QuizDefinition> = OnePerRule<Definition, null> & {
  readonly questions: DistinctIds<Definition['questions']> & QuestionRules<Definition['questions']>;
};

type QuestionRules<Questions> = {
  readonly [At in keyof Questions]: Allowed<Questions[At]> & CheckedKey<Questions[At]> & DistinctOptions<Questions[At]>;
};

type CheckedKey<Question> = Question extends QuestionDefinition
  ? Question['answer'] extends KeyOf<Question>
    ? unknown
    : { readonly answer: MustBe<KeyOf<Question>> }
  : unknown;

type DistinctOptions<Question> = {
  readonly [Member in keyof Question & ('options' | 'targets')]?: DistinctIds<Question[Member]>;
};

/** The changes of a quiz. */
export type QuizChangesDefinition = Immutable<QuizChanges>;

/** The definition of a quiz after an update. */
export type UpdatedQuiz<Definition extends QuizDefinition, Changes extends QuizChangesDefinition> =
  Updated<Definition, WithQuestionIds<Changes>> extends infer Result extends QuizDefinition ? Result : QuizDefinition;

type WithQuestionIds<Changes> = {
  readonly [Member in keyof Changes]: Member extends 'questions'
    ? IdentifyParts<Changes[Member], 'q'>
    : Changes[Member];
};

/** Changes without unknown properties and contradictions, also with the definition before. */
export type CheckedQuizChanges<Definition extends QuizDefinition, Changes extends QuizChangesDefinition> = Changes &
  Exact<Changes, QuizChanges> &
  Pick<QuizRules<UpdatedQuiz<Definition, Changes>>, keyof QuizRules<UpdatedQuiz<Definition, Changes>> & keyof Changes>;

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

/** Whether the questions are only known at runtime. */
export type IsDynamicQuiz<Definition extends QuizDefinition> = IsDynamicList<Definition['questions']>;

/** A quiz whose ID has the type of its definition. */
export interface QuizOf<Definition extends QuizDefinition> extends Quiz {
  id: QuizId<Definition>;
}
