import { regradeBatch, saveRegrade } from '../api/asks/regrade.js';
import { abandonImport, addImportedAsk, beginImport } from '../api/transfer/import-queries.js';
import { publishImport } from '../api/transfer/publish-import.js';
import { addImportedRows } from '../api/transfer/row-queries.js';
import { deleteOldChecks } from '../core/answers/checked-answers.js';
import { deleteAnswer, deleteAnswers } from '../core/answers/delete-answers.js';
import { deleteSomeAnswers } from '../core/answers/delete-some-answers.js';
import { saveAnswerNote } from '../core/answers/note-queries.js';
import { tagAnswers } from '../core/answers/tag-answers.js';
import { archiveAsk } from '../core/asks/archive-asks.js';
import { createAsk, updateAsk } from '../core/asks/ask-queries.js';
import { saveCodeDefinition } from '../core/asks/code-definition-queries.js';
import { deleteWorkingCopy, saveWorkingCopy } from '../core/drafts/working-copy-queries.js';
import { addToFunnel } from '../core/funnel/funnel-queries.js';
import { deleteResultLink, saveResultLink } from '../core/results/link-queries.js';
import { purgeAnswers } from '../core/retention/purge-answers.js';
import { deleteVotersOfEndedAsk } from '../core/retention/purged-voters.js';
import { recordAnswers } from '../core/submit/record-answers.js';
import { recordBatch } from '../core/submit/record-batch.js';
import { saveRejectedAnswer } from '../core/submit/rejected-answers.js';
import { addTickets, removeTickets } from '../core/tickets/ticket-queries.js';
import { withdrawTicket, withdrawUnusedTickets } from '../core/tickets/withdraw-tickets.js';
import { deleteOldChanges } from '../db/changes/change-queries.js';
import { piece } from '../db/operation.js';
import { turnIntoEmails } from '../events/notifications/log-queries.js';
import { addNotice, endNotices, setNotice } from '../events/notifications/notice-queries.js';
import { followAsk } from '../events/notifications/receipt-queries.js';
import { addDelivery } from '../events/webhooks/delivery-queries.js';
import { leaseWebhooks, releaseWebhook } from '../events/webhooks/lease-webhooks.js';
import { deleteExpiredDeliveries, recordOutcomes } from '../events/webhooks/record-outcomes.js';
import { createWebhook, deleteWebhook, rotateWebhook, updateWebhook } from '../events/webhooks/webhook-queries.js';
import { recordCheck } from '../kinds/quiz/check-queries.js';
import { issueStart } from '../kinds/quiz/start-queries.js';
import {
  closeSession,
  openSession,
  revokeOtherSessions,
  revokeSession,
  touchSessions,
} from '../owners/access/session-queries.js';
import { createAccount, ensureAccount, setPassword } from '../owners/accounts/account-queries.js';
import { createSignInLink, takeSignInLink } from '../owners/accounts/link-queries.js';
import { createPasswordReset, usePasswordReset } from '../owners/accounts/password-reset-queries.js';
import { setEmail, setName } from '../owners/accounts/profile-queries.js';
import { requestVerification, verifyEmail } from '../owners/accounts/verification-queries.js';
import { claimEmails, settleEmail } from '../owners/email/email-queries.js';
import { leaseSender, pauseSender, releaseSender } from '../owners/email/sender-queries.js';
import { createKey, deleteKey, touchKeys } from '../owners/keys/key-queries.js';
import { deleteAccount, deleteAsk, removeBatch } from '../owners/removal/removal-queries.js';
import { removeWebhookRows } from '../owners/removal/remove-access.js';
import { recordEvents } from '../owners/security-events/event-queries.js';
import { changeSiteDesign, createSite, deleteSite, updateSite } from '../owners/sites/site-queries.js';
import { createToken, deleteToken } from '../owners/tokens/token-queries.js';
import { registerKinds } from './registered-kinds.js';

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
  createToken,
  deleteToken,
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
  piece(addToFunnel),
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
