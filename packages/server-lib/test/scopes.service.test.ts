import { describeMatrix } from './support/access/access-matrix.js';
import { keyedRoutes } from './support/access/keyed-routes.js';

describeMatrix(keyedRoutes);
