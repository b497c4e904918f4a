export type { ErrorBody, ErrorCode, FieldErrors, Timestamp } from '@askwell/server/contract';
export { serverUrl } from './server-url.js';
