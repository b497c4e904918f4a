import type { AskKind } from '../shared/contract/ask-types.js';

/** What owners call each kind. */
export const kindNames: Readonly<Record<AskKind, string>> = { poll: 'Poll', quiz: 'Quiz', form: 'Form' };
