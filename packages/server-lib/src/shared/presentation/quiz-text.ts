import { quizTokens } from './quiz-tokens.js';
import { escapeMark, parseInlineText, plainText } from './rich-text.js';

/** Returns a label of a quiz without its marks. Formulas are shown as TeX. */
export const plainQuizLabel = (label: string): string => plainText(parseInlineText(label, quizTokens));

/** The tokens of a text that are text in a value, as for texts that are not of a quiz. A formula before the value could end at any dollar sign of it. */
const marksOfQuizValue = /\{\{[^{}\n$]{1,200}\}\}|https?:\/\/[^\s\\*`[\]<>$]*[^\s\\*`[\]<>_.,;:!?)$]|[*_`$]|\](?=\()/gi;

/** Returns the value of a placeholder for a text of a quiz, as {@link escapeMarks} does. */
export const escapeQuizMarks = (value: string): string => value.replace(marksOfQuizValue, escapeMark);
