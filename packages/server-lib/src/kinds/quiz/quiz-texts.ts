import { quizTokens } from '../../shared/presentation/quiz-tokens.js';
import { parseInlineText, parseRichText, type RichText } from '../../shared/presentation/rich-text.js';

/** The members with texts in the definition of a quiz, in its view, in a receipt or in a question. */
export interface QuizTexts {
  readonly description?: string | null;
  readonly after?: { readonly message: string | null } | null;
  readonly message?: string | null;
  readonly band?: { readonly message: string | null } | null;
  readonly bands?: readonly { readonly message: string | null }[];
  readonly questions?: readonly QuestionTexts[];
}

/** The members with texts in a question. */
interface QuestionTexts {
  readonly prompt?: string;
  readonly options?: readonly { readonly label: string }[];
  readonly targets?: readonly { readonly label: string }[];
  readonly explanation?: string | null;
}

/** Returns the texts that can have formulas. Texts without dollar signs have none. */
export function formulaTexts({ description, after, message, band, bands = [], questions = [] }: QuizTexts): RichText[] {
  const texts = [description, after?.message, message, band?.message, ...bands.map((other) => other.message)];
  const labels = questions.flatMap(({ prompt, options = [], targets = [] }) => [
    prompt,
    ...[...options, ...targets].map(({ label }) => label),
  ]);
  const explanations = questions.map(({ explanation }) => explanation);
  return [
    ...[...texts, ...explanations].filter(hasDollar).map((text) => parseRichText(text, quizTokens)),
    ...labels.filter(hasDollar).map((label) => parseInlineText(label, quizTokens)),
  ];
}

const hasDollar = (text: string | null | undefined): text is string => text?.includes('$') ?? false;
