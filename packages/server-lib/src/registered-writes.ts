import {
  closeSession,
  openSession,
  revokeOtherSessions,
  revokeSession,
  touchSessions,
} from './access/session-queries.js';
import { createAccount, ensureAccount, setPassword } from './accounts/account-queries.js';
import { deleteAnswer, deleteAnswers } from './asks/answers/delete-answers.js';
import { createAsk, updateAsk } from './asks/definition/ask-queries.js';
import { purgeAnswers } from './asks/retention/purge-answers.js';
import { forgetOverVoters } from './asks/retention/purged-voters.js';
import { recordAnswers } from './asks/submit/record-answers.js';
import { keepRejectedAnswer } from './asks/submit/rejected-answers.js';
import { addTickets, removeTickets } from './asks/submit/ticket-queries.js';
import { createKey, deleteKey, touchKeys } from './keys/key-queries.js';
import { regradeSlice, rememberRegrade } from './quizzes/marking/regrade.js';
import { giveStart } from './quizzes/start/start-queries.js';
import { deleteAccount, deleteAsk, removeSlice } from './removal/removal-queries.js';
import { recordEvents } from './security-events/event-queries.js';
import { createSite, deleteSite, updateSite } from './sites/site-queries.js';

/** All write operations, which the writer thread runs. */
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
  keepRejectedAnswer,
  giveStart,
  regradeSlice,
  rememberRegrade,
];
