import { z } from 'zod';
import { component } from '../../base/validation/documented.js';

/** The order in which clients show the options of results. The API always returns them in the order of the definition. */
export const resultsOrder = component('ResultsOrder', z.enum(['asked', 'votes']));
