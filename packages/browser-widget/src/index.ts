export type {
  ErrorBody,
  ErrorCode,
  FaultCode,
  FaultParam,
  FieldErrors,
  Issue,
  Timestamp,
} from '@askwell/server/contract';
export { type DefineOptions, define } from './define.js';
export { AskwellForm } from './elements/form.js';
export { AskwellPoll } from './elements/poll.js';
export { AskwellQuiz } from './elements/quiz.js';
export type { AnswerDetail, AskAttributes, AskEvents, ErrorDetail, ReadyDetail } from './events.js';
export type { OwnerAttributes, OwnerDetail, OwnerEvents } from './owner-events.js';
export { type ScriptSource, serverUrl } from './server-url.js';
