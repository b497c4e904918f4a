import {
  closeSession,
  openSession,
  revokeOtherSessions,
  revokeSession,
  touchSessions,
} from './access/session-queries.js';
import { createAccount, ensureAccount, setPassword } from './accounts/account-queries.js';
import { requestVerification, verifyEmail } from './accounts/email-verification/verification-queries.js';
import { createPasswordReset, usePasswordReset } from './accounts/password-reset/password-reset-queries.js';
import { setEmail, setName } from './accounts/profile-queries.js';
import { createSignInLink, takeSignInLink } from './accounts/sign-in-links/link-queries.js';
import { deleteOldChecks } from './asks/answers/checked-answers.js';
import { deleteAnswer, deleteAnswers } from './asks/answers/delete-answers.js';
import { deleteSomeAnswers } from './asks/answers/delete-some-answers.js';
import { recordBatch } from './asks/batch/record-batch.js';
import { saveCodeDefinition } from './asks/code-definitions/code-definition-queries.js';
import { createAsk, updateAsk } from './asks/definition/ask-queries.js';
import { saveAnswerNote } from './asks/notes/note-queries.js';
import { tagAnswers } from './asks/notes/tag-answers.js';
import { deleteResultLink, saveResultLink } from './asks/result-links/link-queries.js';
import { purgeAnswers } from './asks/retention/purge-answers.js';
import { deleteVotersOfEndedAsk } from './asks/retention/purged-voters.js';
import { recordAnswers } from './asks/submit/record-answers.js';
import { saveRejectedAnswer } from './asks/submit/rejected-answers.js';
import { archiveAsk } from './asks/summaries/archive-asks.js';
import { addTickets, removeTickets } from './asks/tickets/ticket-queries.js';
import { withdrawTicket, withdrawUnusedTickets } from './asks/tickets/withdraw-tickets.js';
import { deleteWorkingCopy, saveWorkingCopy } from './asks/working-copies/working-copy-queries.js';
import { deleteOldChanges } from './changes/change-queries.js';
import { claimEmails, settleEmail } from './email/email-queries.js';
import { leaseSender, pauseSender, releaseSender } from './email/sending/sender-queries.js';
import { createKey, deleteKey, touchKeys } from './keys/key-queries.js';
import { turnIntoEmails } from './notifications/log/log-queries.js';
import { addNotice, endNotices, setNotice } from './notifications/notices/notice-queries.js';
import { followAsk } from './notifications/receipts/receipt-queries.js';
import { recordCheck } from './quizzes/checks/check-queries.js';
import { regradeBatch, saveRegrade } from './quizzes/marking/regrade.js';
import { issueStart } from './quizzes/start/start-queries.js';
import { registerKinds } from './registered-kinds.js';
import { deleteAccount, deleteAsk, removeBatch } from './removal/removal-queries.js';
import { removeWebhookRows } from './removal/remove-access.js';
import { recordEvents } from './security-events/event-queries.js';
import { changeSiteDesign, createSite, deleteSite, updateSite } from './sites/site-queries.js';
import { piece } from './store/operation.js';
import { abandonImport, addImportedAsk, beginImport } from './transfer/import/import-queries.js';
import { publishImport } from './transfer/import/publish-import.js';
import { addImportedRows } from './transfer/import/row-queries.js';
import { addDelivery } from './webhooks/deliveries/delivery-queries.js';
import { leaseWebhooks, releaseWebhook } from './webhooks/sending/outbox/lease-webhooks.js';
import { deleteExpiredDeliveries, recordOutcomes } from './webhooks/sending/outbox/record-outcomes.js';
import { createWebhook, deleteWebhook, rotateWebhook, updateWebhook } from './webhooks/webhook-queries.js';

registerKinds();

/** All writes, which the writer thread runs. */
export const writes = [
  createAccount,
  ensureAccount,
  setPassword,
  requestVerification,
  verifyEmail,
  piece(removeWebhookRows),
  setName,
  setEmail,
  createPasswordReset,
  usePasswordReset,
  leaseSender,
  pauseSender,
  releaseSender,
  claimEmails,
  settleEmail,
  turnIntoEmails,
  followAsk,
  setNotice,
  endNotices,
  addNotice,
  deleteAccount,
  createSignInLink,
  takeSignInLink,
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
  changeSiteDesign,
  deleteSite,
  createAsk,
  updateAsk,
  saveCodeDefinition,
  deleteAsk,
  archiveAsk,
  saveWorkingCopy,
  deleteWorkingCopy,
  saveResultLink,
  deleteResultLink,
  piece(removeBatch),
  recordAnswers,
  piece(recordBatch),
  deleteAnswer,
  piece(deleteAnswers),
  piece(deleteSomeAnswers),
  saveAnswerNote,
  piece(tagAnswers),
  piece(purgeAnswers),
  piece(deleteVotersOfEndedAsk),
  piece(addTickets),
  piece(removeTickets),
  withdrawTicket,
  piece(withdrawUnusedTickets),
  saveRejectedAnswer,
  issueStart,
  recordCheck,
  piece(deleteOldChecks),
  piece(deleteOldChanges),
  piece(regradeBatch),
  saveRegrade,
  beginImport,
  piece(addImportedAsk),
  piece(addImportedRows),
  piece(publishImport),
  piece(abandonImport),
  createWebhook,
  updateWebhook,
  rotateWebhook,
  deleteWebhook,
  addDelivery,
  leaseWebhooks,
  releaseWebhook,
  recordOutcomes,
  piece(deleteExpiredDeliveries),
];
