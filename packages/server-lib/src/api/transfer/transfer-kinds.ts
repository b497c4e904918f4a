import type { AskKind } from '../../shared/contract/ask-types.js';
import { formTransfer } from './form-transfer.js';
import { pollTransfer } from './poll-transfer.js';
import { quizTransfer } from './quiz-transfer.js';
import type { TransferKind } from './transfer-kind.js';

/** All kinds of asks, as exports and imports use them. */
export const transferKinds: Readonly<Record<AskKind, TransferKind>> = {
  poll: pollTransfer,
  quiz: quizTransfer,
  form: formTransfer,
};
