import { embedGuide } from './embed-guide.js';
import { exportGuide } from './export-guide.js';
import type { Guide } from './guide.js';
import { restGuide } from './rest-guide.js';
import { serverGuide } from './server-guide.js';
import { typescriptGuide } from './typescript-guide.js';

/** All guides, in the order in which they are listed. */
export const guides: readonly Guide[] = [embedGuide, restGuide, typescriptGuide, serverGuide, exportGuide];
