import { createLocalizer, type Localizer } from '../base/localizer.js';
import { percent } from './numbers.js';

const english = createLocalizer(null);

/** The localizer of the pages of owners, with the percentages of these pages. */
export const ownerLocalizer: Localizer = {
  ...english,
  texts: Object.assign((...args: Parameters<Localizer['texts']>) => english.texts(...args), english.texts, { percent }),
};
