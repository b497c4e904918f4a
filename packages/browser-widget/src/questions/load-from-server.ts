import integrity from 'askwell:questions';
import { lazyFile } from '../files/lazy-file.js';
import { parts } from '../files/parts.js';

/** Loads the code that only quizzes, forms, rankings, ratings, tickets and members need from the server. Used in the script. */
export const loadQuestions = lazyFile<typeof import('./questions.js')>('questions', integrity, parts);
