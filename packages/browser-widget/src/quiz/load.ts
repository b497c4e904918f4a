/** Loads the code that only quizzes need. Used in the package, where the app's bundler splits it off. */
export const loadQuiz = () => import('./quiz.js');
