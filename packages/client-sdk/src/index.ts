export type {
  Account,
  ApiKey,
  ErrorCode,
  FieldErrors,
  ListBody,
  Site,
  SiteChanges,
  SiteDraft,
  Timestamp,
} from '@askwell/server/contract';
export { Askwell, type AskwellOptions } from './client.js';
export {
  ApiError,
  AskwellError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  TimeoutError,
  UnavailableError,
  ValidationError,
} from './errors.js';
export type { ListOptions, Sites } from './resources/sites.js';
export type { CallOptions, CreateOptions } from './transport.js';
