import { quizTokens } from '../../shared/presentation/quiz-tokens.js';
import { parseInlineText, parseRichText, type RichText } from '../../shared/presentation/rich-text.js';

/** The members with texts in the definition of a quiz, in its view, in a receipt or in a question. */
export interface QuizTexts {
  readonly description?: string | null;
  readonly after?: { readonly message: string | null } | null;
  readonly message?: string | null;
  readonly band?: { readonly message: string | null } | null;
  readonly bands?: readonly { readonly min_percentage: number; readonly message: string | null }[];
  readonly questions?: readonly QuestionTexts[];
}

/** The members with texts in a question. */
interface QuestionTexts {
  readonly id: string;
  readonly prompt?: string;
  readonly options?: readonly ItemTexts[];
  readonly targets?: readonly ItemTexts[];
  readonly explanation?: string | null;
}

interface ItemTexts {
  readonly id: string;
  readonly label: string;
}

/** A text of a quiz that can have formulas. */
export interface FormulaText {
  /** The dotted path, such as `questions.0.options.1.label`. */
  readonly path: string;
  /** The members and IDs by which translations refer to the text. */
  readonly keys: readonly string[];
  /** Whether the text is a label, without lists. */
  readonly isLabel: boolean;
  readonly text: string;
}

/** Formulas are between dollar signs. */
const hasDollar = (text: string | null | undefined): text is string => text?.includes('$') ?? false;

/**
 * Returns the texts that can have formulas. Texts without dollar signs have none. They are skipped before anything is allocated,
 * because each receipt is searched and few have formulas.
 */
export function findFormulaTexts({
  description,
  after,
  message,
  band,
  bands = [],
  questions = [],
}: QuizTexts): FormulaText[] {
  const found: FormulaText[] = [];
  const add = (text: string, isLabel: boolean, keys: readonly string[], path = keys.join('.')) => {
    found.push({ path, keys, isLabel, text });
  };
  if (hasDollar(description)) add(description, false, ['description']);
  if (hasDollar(after?.message)) add(after.message, false, ['after', 'message']);
  if (hasDollar(message)) add(message, false, ['message']);
  if (hasDollar(band?.message)) add(band.message, false, ['band', 'message']);
  bands.forEach((other, index) => {
    if (hasDollar(other.message))
      add(other.message, false, ['bands', String(other.min_percentage), 'message'], `bands.${index}.message`);
  });
  questions.forEach(({ id, prompt, options, targets, explanation }, index) => {
    const addLabels = (list: 'options' | 'targets', items: readonly ItemTexts[]) =>
      items.forEach((item, position) => {
        if (hasDollar(item.label))
          add(
            item.label,
            true,
            ['questions', id, list, item.id, 'label'],
            `questions.${index}.${list}.${position}.label`,
          );
      });
    if (hasDollar(prompt)) add(prompt, true, ['questions', id, 'prompt'], `questions.${index}.prompt`);
    if (options) addLabels('options', options);
    if (targets) addLabels('targets', targets);
    if (hasDollar(explanation))
      add(explanation, false, ['questions', id, 'explanation'], `questions.${index}.explanation`);
  });
  return found;
}

/** Parses a text that can have formulas. */
export const parseFormulaText = ({ text, isLabel }: Pick<FormulaText, 'text' | 'isLabel'>): RichText =>
  isLabel ? parseInlineText(text, quizTokens) : parseRichText(text, quizTokens);

/** Returns the parsed texts that can have formulas. */
export const formulaTexts = (part: QuizTexts): RichText[] => findFormulaTexts(part).map(parseFormulaText);
