import type { Choice } from './choice.js';

/** Returns the ID of the only chosen option. */
export const choiceId = ({ choices: [id] }: Choice) => id;
