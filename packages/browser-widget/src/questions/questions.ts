/* What only quizzes, forms and tickets need. Loaded on demand. */
export { extraFields } from '../flow/extra-fields.js';
export { form } from '../kinds/form.js';
export { quiz } from '../kinds/quiz.js';
