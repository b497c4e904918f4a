import integrity from 'askwell:questions';
import { importFile } from '../files/import-file.js';

/** Loads what only quizzes, forms and tickets need from the server. Used in the script. */
export const loadQuestions = (server: string): Promise<typeof import('./questions.js')> =>
  importFile(`${server}/embed/widget/questions.js`, integrity);
