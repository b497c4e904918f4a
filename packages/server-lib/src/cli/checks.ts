import { recount } from '../asks/recount.js';
import type { Check } from '../store/check.js';
import { integrity, references } from '../store/sqlite/soundness.js';

/** Everything `askwell check` looks at. */
export const checks: readonly Check[] = [integrity, references, recount];
