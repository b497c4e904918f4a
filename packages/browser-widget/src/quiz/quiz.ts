/* The code that only quizzes need. Loaded on demand. */
export { quiz } from '../kinds/quiz.js';
