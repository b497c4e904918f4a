/** Loads what only quizzes, forms, rankings, ratings and tickets need. Used in the package, where the app's bundler splits it off. */
export const loadQuestions = () => import('./questions.js');
