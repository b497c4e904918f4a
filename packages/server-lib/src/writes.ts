import { createAccount, ensureAccount, setPassword } from './accounts/record.js';
import { purgeAnswers } from './asks/purge-answers.js';
import { forgetOverVoters } from './asks/purged-voters.js';
import { recordAnswers } from './asks/record-answers.js';
import { createAsk, updateAsk } from './asks/record-asks.js';
import { deleteAnswer, deleteAnswers } from './asks/remove-answers.js';
import { keepReturned } from './asks/returned.js';
import { addTickets, removeTickets } from './asks/ticket-writes.js';
import { closeSession, openSession, revokeOtherSessions, revokeSession, touchSessions } from './auth/session-record.js';
import { createKey, deleteKey, touchKeys } from './keys/record.js';
import { giveStart } from './quizzes/record-starts.js';
import { regradeSlice, rememberRegrade } from './quizzes/regrade.js';
import { deleteAccount, deleteAsk, removeSlice } from './removal/removal-writes.js';
import { recordEvents } from './security-events/record.js';
import { createSite, deleteSite, updateSite } from './sites/record.js';

/** Every write of the house: what the writer, in its own thread, can be asked to do. */
export const writes = [
  createAccount,
  ensureAccount,
  setPassword,
  deleteAccount,
  openSession,
  closeSession,
  revokeSession,
  revokeOtherSessions,
  touchSessions,
  recordEvents,
  createKey,
  deleteKey,
  touchKeys,
  createSite,
  updateSite,
  deleteSite,
  createAsk,
  updateAsk,
  deleteAsk,
  removeSlice,
  recordAnswers,
  deleteAnswer,
  deleteAnswers,
  purgeAnswers,
  forgetOverVoters,
  addTickets,
  removeTickets,
  keepReturned,
  giveStart,
  regradeSlice,
  rememberRegrade,
];
