import integrity from 'askwell:quiz';
import { lazyFile } from '../files/lazy-file.js';
import { parts } from './parts.js';

/** Loads the code that only quizzes need from the server. Used in the file with the code for questions. */
export const loadQuiz = lazyFile<typeof import('./quiz.js')>('quiz', integrity, parts);
