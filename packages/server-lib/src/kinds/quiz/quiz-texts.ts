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

/** Returns the texts that can have formulas. Texts without dollar signs have none. */
export function findFormulaTexts({
  description,
  after,
  message,
  band,
  bands = [],
  questions = [],
}: QuizTexts): FormulaText[] {
  const found: FormulaText[] = [];
  const add = (text: string | null | undefined, isLabel: boolean, place: () => Pick<FormulaText, 'path' | 'keys'>) => {
    if (text?.includes('$')) found.push({ ...place(), isLabel, text });
  };
  const at = (...keys: string[]) => ({ path: keys.join('.'), keys });
  add(description, false, () => at('description'));
  add(after?.message, false, () => at('after', 'message'));
  add(message, false, () => at('message'));
  add(band?.message, false, () => at('band', 'message'));
  bands.forEach((other, index) => {
    const keys = ['bands', String(other.min_percentage), 'message'];
    add(other.message, false, () => ({ path: `bands.${index}.message`, keys }));
  });
  questions.forEach(({ id, prompt, options = [], targets = [], explanation }, index) => {
    const path = `questions.${index}`;
    const keys = ['questions', id];
    add(prompt, true, () => ({ path: `${path}.prompt`, keys: [...keys, 'prompt'] }));
    for (const [list, items] of Object.entries({ options, targets }))
      items.forEach((item, position) => {
        const itemKeys = [...keys, list, item.id, 'label'];
        add(item.label, true, () => ({ path: `${path}.${list}.${position}.label`, keys: itemKeys }));
      });
    add(explanation, false, () => ({ path: `${path}.explanation`, keys: [...keys, 'explanation'] }));
  });
  return found;
}

/** Parses a text that can have formulas. */
export const parseFormulaText = ({ text, isLabel }: Pick<FormulaText, 'text' | 'isLabel'>): RichText =>
  isLabel ? parseInlineText(text, quizTokens) : parseRichText(text, quizTokens);

/** Returns the parsed texts that can have formulas. */
export const formulaTexts = (part: QuizTexts): RichText[] => findFormulaTexts(part).map(parseFormulaText);
