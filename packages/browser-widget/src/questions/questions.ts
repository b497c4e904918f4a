/* The code that only quizzes, forms, rankings, ratings, tickets and members need. Loaded on demand. */
import { loadQuiz } from '../quiz/load.js';

export { extraFields } from '../flow/extra-fields.js';
export { form } from '../kinds/form.js';
export { largePoll } from '../kinds/large-poll.js';
export { languageList, markLanguage } from './languages.js';
export { openForMember } from './open-for-member.js';

/** Loads what only quizzes need. Forms do without it. */
export const loadQuizKind = async () => (await loadQuiz()).quiz;
