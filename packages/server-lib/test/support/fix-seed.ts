import fc from 'fast-check';
import { seed } from './random.js';

// Every run generates the same values, unless the environment variable `SEED` chooses others.
fc.configureGlobal({ seed });
