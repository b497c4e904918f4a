import type { Form, FormChanges, FormDraft } from '../resources.js';
import type { FormId } from './ask-id.js';
import type { EndingRules, FieldRules, QuotaRules, VariableRules } from './conditions.js';
import type { Exact } from './exact.js';
import type { Immutable, IsDynamicList } from './immutable.js';
import type { Allowed, DistinctIds, OnePerRule } from './rules.js';
import type { IdentifyParts, Updated } from './updated.js';

/** The definition of a form: a {@link FormDraft}, deeply readonly. */
export type FormDefinition = Immutable<FormDraft>;

/**
 * Returns a form definition unchanged, with its exact type. Calls with the ID of the created form derive the types of
 * submissions and results from it.
 *
 * @param definition The form to create. Unknown properties do not compile.
 *
 * @example
 * const contact = defineForm({
 *   title: 'Contact',
 *   fields: [{ id: 'email', type: 'email', label: 'Your email', required: true }],
 * });
 * type Answers = FormAnswers<typeof contact>; // { email: string }
 */
export function defineForm<const Definition extends FormDefinition>(definition: CheckedForm<Definition>): Definition {
  return definition;
}

/** A form definition without unknown properties and contradictions. */
export type CheckedForm<Definition extends FormDefinition> = Definition &
  Exact<Definition, FormDraft> &
  FormRules<Definition>;

type FormRules<Definition extends FormDefinition> = OnePerRule<Definition, null> & {
  readonly fields: IsDynamicForm<Definition> extends true
    ? unknown
    : DistinctIds<Definition['fields']> & DistinctLists<Definition['fields']> & FieldRules<Definition>;
} & (IsDynamicForm<Definition> extends true
    ? unknown
    : {
        readonly [Member in keyof Definition & keyof LogicRules<Definition>]?: IfStatic<
          Definition[Member],
          LogicRules<Definition>[Member]
        >;
      });

/** The rules of the parts of a form besides its fields. */
interface LogicRules<Definition extends FormDefinition> {
  readonly variables: Distinct<Definition, 'variables'> & VariableRules<Definition, ListOf<Definition, 'variables'>>;
  readonly endings: Distinct<Definition, 'endings'> & EndingRules<Definition, ListOf<Definition, 'endings'>>;
  readonly quotas: Distinct<Definition, 'quotas'> & QuotaRules<Definition, ListOf<Definition, 'quotas'>>;
}

/** The rules of a list, unless its items are only known at runtime. */
type IfStatic<Items, Rules> = Items extends readonly unknown[]
  ? IsDynamicList<Items> extends true
    ? unknown
    : Rules
  : unknown;

type ListOf<Definition, Name extends string> = Definition extends { readonly [Member in Name]: infer Items }
  ? Items
  : never;
type Distinct<Definition, Name extends string> = DistinctIds<ListOf<Definition, Name>>;

type DistinctLists<Fields> = {
  readonly [At in keyof Fields]: Allowed<Fields[At]> & {
    readonly [Member in keyof Fields[At] & ('options' | 'rows')]?: DistinctIds<Fields[At][Member]>;
  };
};

/** The changes of a form. */
export type FormChangesDefinition = Immutable<FormChanges>;

/** The definition of a form after an update. */
export type UpdatedForm<Definition extends FormDefinition, Changes extends FormChangesDefinition> =
  Updated<Definition, WithFieldIds<Changes>> extends infer Result extends FormDefinition ? Result : FormDefinition;

type WithFieldIds<Changes> = {
  readonly [Member in keyof Changes]: Member extends 'fields'
    ? IdentifyParts<Changes[Member], 'f'>
    : Member extends 'endings'
      ? IdentifyParts<Changes[Member], 'e'>
      : Changes[Member];
};

/** Changes without unknown properties and contradictions, also with the definition before. */
export type CheckedFormChanges<Definition extends FormDefinition, Changes extends FormChangesDefinition> = Changes &
  Exact<Changes, FormChanges> &
  Pick<FormRules<UpdatedForm<Definition, Changes>>, keyof FormRules<UpdatedForm<Definition, Changes>> & keyof Changes>;

/** Whether the fields are only known at runtime. */
export type IsDynamicForm<Definition extends FormDefinition> = IsDynamicList<Definition['fields']>;

/** A form whose ID has the type of its definition. */
export interface FormOf<Definition extends FormDefinition> extends Form {
  id: FormId<Definition>;
}
