/* What only quizzes, forms, rankings and tickets need. Loaded on demand. */
export { extraFields } from '../flow/extra-fields.js';
export { form } from '../kinds/form.js';
export { quiz } from '../kinds/quiz.js';
export { rankedPoll } from '../kinds/ranked-poll.js';
