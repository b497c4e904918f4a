import integrity from 'askwell:results';
import { lazyFile } from '../files/lazy-file.js';
import { parts } from '../files/parts.js';

/** Loads the code that renders results from the server. Used in the script. */
export const loadResults = lazyFile<typeof import('./results.js')>('results', integrity, parts);
