/* The code that only quizzes, forms, rankings, ratings, tickets and members need. Loaded on demand. */
export { extraFields } from '../flow/extra-fields.js';
export { form } from '../kinds/form.js';
export { largePoll } from '../kinds/large-poll.js';
export { quiz } from '../kinds/quiz.js';
export { languageList, markLanguage } from './languages.js';
export { openForMember } from './open-for-member.js';
