import { toNextJsHandler } from '@askwell/server/next';
import { askwell } from '../../../lib/askwell.js';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = toNextJsHandler(askwell, { address: 'x-real-ip' });
export const runtime = 'nodejs';
