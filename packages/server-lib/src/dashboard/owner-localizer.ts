import { createLocalizer, type Localizer } from '../base/localizer.js';

/** The localizer of the pages of owners. */
export const ownerLocalizer: Localizer = createLocalizer(null);

/** Formats a share from 0 to 1 as visitors see it: `47%`. */
export const percent = (share: number): string => ownerLocalizer.texts.percent(share);
