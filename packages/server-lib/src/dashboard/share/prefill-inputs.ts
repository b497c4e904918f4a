import { type OwnerLabel, ownerLabels } from '../../kinds/form/owner-labels.js';
import type {
  Field,
  PublicForm,
  PublicPoll,
  PublicQuestion,
  PublicQuiz,
  Scale,
} from '../../shared/contract/resources.js';
import { plainQuizLabel } from '../../shared/presentation/quiz-text.js';
import { plainLabel } from '../../shared/presentation/rich-text.js';
import { defaultScale } from '../../shared/presentation/scales.js';

/** An option that a link can choose. */
export interface PrefillChoice {
  readonly value: string;
  readonly label: string;
}

/** An input that can be prefilled. Its name is the name of the field in an HTML form. */
export interface PrefillInput {
  readonly name: string;
  readonly label: string;
  /** The question that the input is a part of. */
  readonly group?: string;
  readonly type: 'text' | 'email' | 'url' | 'tel' | 'date' | 'time' | 'number' | 'long' | 'one' | 'many' | 'tick';
  /** Of the types `one` and `many`. */
  readonly choices?: readonly PrefillChoice[];
  /** Whether visitors choose from a list. */
  readonly isList?: boolean;
  readonly required?: boolean;
  /** Whether visitors do not see the input. */
  readonly isHidden?: boolean;
}

/** Whether a link can fill in an input. Only visitors themselves can agree to something. */
export const isPrefillable = ({ type }: PrefillInput): boolean => type !== 'tick';

/** The values of a field of the type `scale`. */
const recommendationScale: Scale = { min: 0, max: 10 };

interface Option {
  readonly id: string;
  readonly label: string;
}

const toChoice = ({ id, label }: Option, plain: OwnerLabel): PrefillChoice => ({ value: id, label: plain(label) });
const toPlainChoice = (option: Option): PrefillChoice => toChoice(option, plainLabel);
const other = (name: string, group: string): PrefillInput => ({ name, label: 'Other', group, type: 'text' });

/** The maximum number of places in a list. In longer lists, places are entered as numbers, as on the hosted page. */
const maxListedPlaces = 20;

/** Returns an input with the place of each option. */
function places(
  prefix: string,
  group: string,
  options: readonly Option[],
  plain: OwnerLabel = plainLabel,
): PrefillInput[] {
  const isListed = options.length <= maxListedPlaces;
  const numbers = options.map((_, index) => ({ value: String(index + 1), label: String(index + 1) }));
  const kind = isListed ? ({ type: 'one', choices: numbers } as const) : ({ type: 'number' } as const);
  return options.map(({ id, label }) => ({ name: `${prefix}rank.${id}`, label: plain(label), group, ...kind }));
}

/** Returns the inputs of a poll. */
export function pollPrefill({ type, title, options, other: hasOther, scale }: PublicPoll): PrefillInput[] {
  switch (type) {
    case 'single':
    case 'multiple': {
      const choice: PrefillInput = {
        name: 'choices',
        label: title,
        type: type === 'single' ? 'one' : 'many',
        choices: options.map(toPlainChoice),
        required: type === 'single' && !hasOther,
      };
      return hasOther ? [choice, other('other', title)] : [choice];
    }
    case 'ranked':
      return places('', title, options);
    case 'rating': {
      const choices = scaleChoices(scale ?? defaultScale);
      return options.map(({ id, label }) => ({
        name: `ratings.${id}`,
        label: plainLabel(label),
        group: title,
        type: 'one',
        choices,
      }));
    }
  }
}

function scaleChoices(scale: Scale): PrefillChoice[] {
  const values = Array.from({ length: scale.max - scale.min + 1 }, (_, index) => String(scale.min + index));
  return values.map((value) => ({ value, label: value }));
}

/** Returns the inputs of a form. Headings and page breaks have no inputs. */
export function formPrefill(
  form: Pick<PublicForm, 'fields' | 'variables'>,
  plain: OwnerLabel = ownerLabels(form),
): PrefillInput[] {
  return form.fields.flatMap((field) => fieldPrefill(field, plain));
}

function fieldPrefill(field: Field, plain: OwnerLabel): PrefillInput[] {
  const { id } = field;
  const label = plain(field.label) || id;
  const choicesOf = (options: readonly Option[]) => options.map((option) => toChoice(option, plain));
  // A field with a condition is optional where it is not shown.
  const shared = { name: id, label, required: field.required && field.show_if === null };
  switch (field.type) {
    case 'short_text':
      return [{ ...shared, type: 'text' }];
    case 'long_text':
      return [{ ...shared, type: 'long' }];
    case 'hidden':
      return [{ ...shared, type: 'text', isHidden: true }];
    case 'phone':
      return [{ ...shared, type: 'tel' }];
    case 'email':
    case 'url':
    case 'date':
    case 'time':
    case 'number':
      return [{ ...shared, type: field.type }];
    case 'consent':
      // The text to which visitors agree is the same for all of them, so its placeholders are never filled.
      return [{ ...shared, label: plainLabel(field.label) || id, type: 'tick' }];
    case 'scale':
      return [{ ...shared, type: 'one', choices: scaleChoices(recommendationScale) }];
    case 'rating':
      return [{ ...shared, type: 'one', choices: scaleChoices(field.scale) }];
    case 'single_choice':
    case 'dropdown':
    case 'multiple_choice': {
      const isMany = field.type === 'multiple_choice';
      const choice: PrefillInput = {
        ...shared,
        type: isMany ? 'many' : 'one',
        choices: choicesOf(field.options),
        isList: field.type === 'dropdown',
        required: shared.required && !isMany && !field.other,
      };
      return field.other ? [choice, other(`${id}.other`, label)] : [choice];
    }
    case 'ranking':
      return places(`${id}.`, label, field.options, plain);
    case 'matrix': {
      const choices = choicesOf(field.options);
      return field.rows.map((row) => ({
        name: `${id}.${row.id}`,
        label: plain(row.label),
        group: label,
        type: 'one',
        choices,
      }));
    }
    case 'heading':
    case 'image':
    case 'video':
    case 'page':
      return [];
  }
}

/** Returns the inputs of a quiz: its questions, and the name and email of the visitor if it asks for them. */
export function quizPrefill({ questions = [], collect_name, collect_email }: PublicQuiz): PrefillInput[] {
  // A question with the ID `name` takes that name.
  const member = (name: string) => (questions.some(({ id }) => id === name) ? `.${name}` : name);
  return [
    ...(collect_name ? [{ name: member('name'), label: 'Name of the visitor', type: 'text' as const }] : []),
    ...(collect_email ? [{ name: member('email'), label: 'Email of the visitor', type: 'email' as const }] : []),
    ...questions.flatMap(questionPrefill),
  ];
}

function questionPrefill({ id, prompt: markedPrompt, type, options, targets }: PublicQuestion): PrefillInput[] {
  const prompt = plainQuizLabel(markedPrompt);
  const shared = { name: id, label: prompt };
  switch (type) {
    case 'single':
      return [{ ...shared, type: 'one', choices: options.map(toPlainChoice) }];
    case 'multiple':
      return [{ ...shared, type: 'many', choices: options.map(toPlainChoice) }];
    case 'boolean':
      return [
        {
          ...shared,
          type: 'one',
          choices: [
            { value: 'true', label: 'True' },
            { value: 'false', label: 'False' },
          ],
        },
      ];
    case 'text':
      return [{ ...shared, type: 'text' }];
    case 'number':
      return [{ ...shared, type: 'number' }];
    case 'order':
      return places(`${id}.`, prompt, options);
    case 'match': {
      const choices = targets.map(toPlainChoice);
      return options.map((option) => ({
        name: `${id}.${option.id}`,
        label: plainLabel(option.label),
        group: prompt,
        type: 'one',
        choices,
      }));
    }
  }
}
