import { z } from 'zod';
import { component } from '../../base/validation/documented.js';

/** In which order clients show the options of a result. The API always returns them as they are asked. */
export const resultsOrder = component('ResultsOrder', z.enum(['asked', 'votes']));
