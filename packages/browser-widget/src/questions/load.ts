/**
 * Loads the code that only quizzes, forms, rankings, ratings, tickets and members need. Used in the package, where the app's bundler
 * splits it off.
 */
export const loadQuestions = () => import('./questions.js');
