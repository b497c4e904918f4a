import type { Clock } from '../../base/clock.js';
import { callOutside } from '../../base/deadline.js';
import { AskwellError } from '../../base/errors.js';
import { describeError, type Logger } from '../../base/logger.js';
import { countCodePoints, isStorable } from '../../base/validation/text.js';
import type { TextPlace } from '../../shared/translations/text-shape.js';

/**
 * Translates texts.
 *
 * @param from The language tag of the texts.
 * @param to The language tag of the translations.
 * @returns The translations, in the order of the texts.
 */
export type TranslateTexts = (texts: readonly string[], from: string, to: string) => Promise<readonly string[]>;

/** How long a translation may take, in milliseconds. */
const timeout = 60_000;

/** Calls the function of the host, and checks what it returns. */
export interface Translator {
  readonly translate: TranslateTexts;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Returns the translations of texts by the function of the host.
 *
 * @throws AskwellError with the code `conflict` if the function fails, takes too long, or returns something else than a text for each text.
 */
export async function translateTexts(
  { translate, clock, logger }: Translator,
  places: readonly TextPlace[],
  from: string,
  to: string,
): Promise<readonly string[]> {
  const texts = places.map(({ text }) => text);
  let translated: readonly unknown[];
  try {
    translated = await callOutside(() => translate(texts, from, to), { what: '`translate`', clock, timeout });
    if (!Array.isArray(translated)) throw new TypeError('`translate` must return an array.');
  } catch (error) {
    logger.error(describeError(error), 'Texts could not be translated.');
    throw new AskwellError('conflict', 'The texts could not be translated. Try again later.');
  }
  const valid = translated.filter((text, at): text is string => isTranslation(text, places[at]));
  if (translated.length === texts.length && valid.length === texts.length) return valid;
  logger.error({ texts: texts.length, valid: valid.length }, '`translate` must return a text for each text.');
  throw new AskwellError('conflict', 'The texts could not be translated. Try again later.');
}

function isTranslation(text: unknown, place: TextPlace | undefined): boolean {
  return (
    place !== undefined && typeof text === 'string' && isStorable(text) && countCodePoints(text) <= place.maxLength
  );
}
