import {
  closeSession,
  openSession,
  revokeOtherSessions,
  revokeSession,
  touchSessions,
} from './access/session-queries.js';
import { createAccount, ensureAccount, setPassword } from './accounts/account-queries.js';
import { deleteOldChecks } from './asks/answers/checked-answers.js';
import { deleteAnswer, deleteAnswers } from './asks/answers/delete-answers.js';
import { createAsk, updateAsk } from './asks/definition/ask-queries.js';
import { saveAnswerNote } from './asks/notes/note-queries.js';
import { deleteResultLink, saveResultLink } from './asks/result-links/link-queries.js';
import { purgeAnswers } from './asks/retention/purge-answers.js';
import { deleteVotersOfEndedAsk } from './asks/retention/purged-voters.js';
import { recordAnswers } from './asks/submit/record-answers.js';
import { saveRejectedAnswer } from './asks/submit/rejected-answers.js';
import { archiveAsk } from './asks/summaries/archive-asks.js';
import { addTickets, removeTickets } from './asks/tickets/ticket-queries.js';
import { withdrawTicket, withdrawUnusedTickets } from './asks/tickets/withdraw-tickets.js';
import { deleteWorkingCopy, saveWorkingCopy } from './asks/working-copies/working-copy-queries.js';
import { createKey, deleteKey, touchKeys } from './keys/key-queries.js';
import { recordCheck } from './quizzes/checks/check-queries.js';
import { regradeBatch, saveRegrade } from './quizzes/marking/regrade.js';
import { issueStart } from './quizzes/start/start-queries.js';
import { registerKinds } from './registered-kinds.js';
import { deleteAccount, deleteAsk, removeBatch } from './removal/removal-queries.js';
import { recordEvents } from './security-events/event-queries.js';
import { createSite, deleteSite, setSiteDesign, updateSite } from './sites/site-queries.js';
import { abandonImport, addImportedAsk, beginImport, publishImport } from './transfer/import/import-queries.js';
import { addImportedRows } from './transfer/import/row-queries.js';

registerKinds();

/** All writes, which the writer thread runs. */
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
  setSiteDesign,
  deleteSite,
  createAsk,
  updateAsk,
  deleteAsk,
  archiveAsk,
  saveWorkingCopy,
  deleteWorkingCopy,
  saveResultLink,
  deleteResultLink,
  removeBatch,
  recordAnswers,
  deleteAnswer,
  deleteAnswers,
  saveAnswerNote,
  purgeAnswers,
  deleteVotersOfEndedAsk,
  addTickets,
  removeTickets,
  withdrawTicket,
  withdrawUnusedTickets,
  saveRejectedAnswer,
  issueStart,
  recordCheck,
  deleteOldChecks,
  regradeBatch,
  saveRegrade,
  beginImport,
  addImportedAsk,
  addImportedRows,
  publishImport,
  abandonImport,
];
