import integrity from 'askwell:results';
import { importFile } from '../files/import-file.js';

/** Loads the code that renders results from the server. Used in the script. */
export const loadResults = (server: string): Promise<typeof import('./results.js')> =>
  importFile(`${server}/embed/widget/results.js`, integrity);
