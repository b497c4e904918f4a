import { selectAskBySeq } from '../../core/asks/ask-queries.js';
import type { KindServices } from '../../core/kind-services.js';
import type { Store } from '../../db/store.js';
import type { FormWire } from '../../kinds/form/form-kind.js';
import type { FormBody, FormOwn } from '../../kinds/form/stored-form.js';
import type { QuizWire } from '../../kinds/quiz/quiz-kind.js';
import type { QuizBody, QuizOwn } from '../../kinds/quiz/stored-quiz.js';
import type { EmailSource } from '../../owners/email/email-sender.js';
import type { FormDraft, QuizDraft } from '../../shared/contract/resources.js';
import { selectBehind, selectNextChanges, turnIntoEmails } from './log-queries.js';

export interface AnswerSourceOptions {
  readonly store: Store;
  readonly quizzes: KindServices<QuizDraft, QuizOwn, QuizBody, QuizWire>;
  readonly forms: KindServices<FormDraft, FormOwn, FormBody, FormWire>;
}

/** Creates the source that follows the log of changes: new answers become receipts, and count for notices. */
export function createAnswerSource({ store, quizzes, forms }: AnswerSourceOptions): EmailSource {
  async function sendsReceipts(seq: number): Promise<boolean> {
    const row = await store.read(selectAskBySeq(seq));
    if (row?.kind === 'form') return forms.asks.parse(row).own.receipt ?? false;
    return row?.kind === 'quiz' && (quizzes.asks.parse(row).own.receipt ?? false);
  }

  return {
    selectAccounts: selectBehind,
    async addEmails(account, at) {
      const next = await store.read(selectNextChanges(account));
      if (!next) return;
      const asks = [...new Set(next.changes.map(({ ask }) => ask))].sort((a, b) => a - b);
      const receiptAsks: number[] = [];
      for (const ask of asks) if (await sendsReceipts(ask)) receiptAsks.push(ask);
      await store.run(turnIntoEmails, { account, at, position: next.position, end: next.end, receiptAsks });
    },
  };
}
