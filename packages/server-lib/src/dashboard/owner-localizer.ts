import { createLocalizer, type Localizer } from '../base/localizer.js';
import type { Texts } from '../shared/presentation/texts.js';

const percentages = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** Formats a percentage with a space that does not break: `47.2 %`. */
export const percentage = (value: number): string => `${percentages.format(value)}\u00a0%`;

/** Formats a share from 0 to 1 as a percentage. */
export const percent = (share: number): string => percentage(100 * share);

const english = createLocalizer(null);

/** The localizer of the pages of owners. */
export const ownerLocalizer: Localizer = {
  ...english,
  texts: Object.assign((...args: Parameters<Texts>) => english.texts(...args), english.texts, { percent }),
};
