/** The styles that quizzes, forms, rankings and ratings share. */
export { default as questionStyles } from './questions.css';
