import { Faults } from '../../base/faults/faults.js';
import { truncate } from '../../base/truncate.js';
import type { StoredAsk } from '../../core/asks/stored-ask.js';
import { formulasIn, mostFormulas } from '../../core/formulas/find-formulas.js';
import type { FormulaFault } from '../../core/formulas/formulas.js';
import type { WarningSearch } from '../../core/kind-definition.js';
import { type Fault, fault, type Issue } from '../../shared/faults/fault.js';
import { textAt, withTexts } from '../../shared/translations/text-shape.js';
import { type FormulaText, findFormulaTexts, parseFormulaText } from './quiz-texts.js';
import type { QuizOwn } from './stored-quiz.js';

/** The maximum length of a formula in a warning. */
const maxNamedLength = 60;

/**
 * Finds the formulas that visitors see as TeX, in all languages. Looks at as many different formulas as a response can have, so that
 * its time is bounded like the time of a view.
 */
export async function findFormulaWarnings(
  { own, terms }: Pick<StoredAsk<QuizOwn>, 'own' | 'terms'>,
  { formulas }: WarningSearch,
): Promise<Issue[]> {
  const faults = new Faults();
  const texts = textsOf(own, terms).map(({ path, isTranslated, ...text }) => {
    return { path, isTranslated, parsed: parseFormulaText(text) };
  });
  const found = await formulas.faultsIn(texts.map(({ parsed }) => parsed));
  for (const { path, parsed, isTranslated } of found.size === 0 ? [] : texts)
    for (const formula of formulasIn([parsed])) {
      const code = found.get(formula);
      // Visitors get the formulas of one language.
      if (code && !(isTranslated && code === 'too_many_formulas')) faults.add(path, toFault(code, formula));
    }
  return [...faults.issues];
}

function toFault(code: FormulaFault, text: string): Fault {
  const formula = truncate(text.replaceAll(/\s+/g, ' '), maxNamedLength);
  return code === 'too_many_formulas' ? fault(code, { formula, max: mostFormulas }) : fault(code, { formula });
}

/** A text in the language of the definition, or its translation. */
interface WarnedText extends FormulaText {
  readonly isTranslated: boolean;
}

/** Returns the texts that can have formulas: first those of the definition, then those of each translation. */
function textsOf(own: QuizOwn, { description, after, translations }: StoredAsk<QuizOwn>['terms']): WarnedText[] {
  const definition = { ...own, description, after };
  const translated = Object.entries(translations).flatMap(([language, translation]) =>
    findFormulaTexts(withTexts(definition, translation))
      .filter(({ keys }) => textAt(translation, keys) !== undefined)
      .map((text) => ({ ...text, path: `translations.${language}.${text.keys.join('.')}`, isTranslated: true })),
  );
  return [...findFormulaTexts(definition).map((text) => ({ ...text, isTranslated: false })), ...translated];
}
