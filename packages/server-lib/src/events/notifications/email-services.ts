import type { Clock } from '../../base/clock.js';
import type { Secret } from '../../base/crypto/secret.js';
import type { Logger } from '../../base/logger.js';
import { selectAskBySeq } from '../../core/asks/ask-queries.js';
import type { KindServices } from '../../core/kind-services.js';
import { createLagMeter } from '../../db/changes/consumer.js';
import type { Store } from '../../db/store.js';
import type { FormWire } from '../../kinds/form/form-kind.js';
import type { FormOwn } from '../../kinds/form/stored-form.js';
import type { FormBody } from '../../kinds/form/stored-submission.js';
import type { QuizWire } from '../../kinds/quiz/quiz-kind.js';
import type { QuizBody, QuizOwn } from '../../kinds/quiz/stored-quiz.js';
import type { CreateThrottle } from '../../owners/access/failure-throttle.js';
import { createEmailVerifications } from '../../owners/accounts/email-verification.js';
import { createPasswordResets } from '../../owners/accounts/password-reset.js';
import { type CreateTransport, createTransport as createRealTransport } from '../../owners/email/create-transport.js';
import type { EmailObserver } from '../../owners/email/email-observer.js';
import type { EmailOptions } from '../../owners/email/email-options.js';
import { createEmailSender, type EmailSource } from '../../owners/email/email-sender.js';
import type { SecurityEvents } from '../../owners/security-events/security-events.js';
import type { FormDraft, QuizDraft } from '../../shared/contract/resources.js';
import { createEmailGate } from './email-gate.js';
import { emailReaders, selectBehind, selectNextChanges, turnIntoEmails } from './log-queries.js';
import { createNotices } from './notices.js';
import { createReceiptRenderer } from './receipts.js';

export interface EmailServicesOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly secret: Secret;
  readonly logger: Logger;
  readonly createThrottle: CreateThrottle;
  readonly securityEvents: SecurityEvents;
  /** The public URL of the service, with its base path. */
  readonly serverUrl: string;
  readonly quizzes: AnswerSourceOptions['quizzes'];
  readonly forms: AnswerSourceOptions['forms'];
  /** Is called with the outcome of each email. */
  readonly observer?: EmailObserver | undefined;
  /** Creates the transport. Default: an SMTP server, or the function of the host. */
  readonly createTransport?: CreateTransport | undefined;
}

/**
 * Creates the services that send emails: links to reset passwords and to verify addresses, notices of new answers, and receipts.
 */
export function createEmailServices(email: EmailOptions, options: EmailServicesOptions) {
  const { store, clock, secret, logger, securityEvents, serverUrl, createTransport = createRealTransport } = options;
  const accountOptions = { ...options, events: securityEvents, onEmail: () => sender.wake() };
  const passwordResets = createPasswordResets(accountOptions);
  const verifications = createEmailVerifications(accountOptions);
  const notices = createNotices(options);
  const sender = createEmailSender({
    store,
    clock,
    secret,
    logger,
    observer: options.observer,
    from: email.from,
    host: new URL(serverUrl).hostname,
    transport: createTransport(email),
    renderers: {
      password_reset: passwordResets.render,
      receipt: createReceiptRenderer(options),
      notice: notices.render,
      verification: verifications.render,
      email_changed: verifications.renderChanged,
    },
    admit: createEmailGate({ ...options, limits: email.limits }),
    sources: [createAnswerSource(options), notices.source],
  });
  const lag = createLagMeter({ ...options, observer: options.observer, readers: emailReaders });
  return {
    passwordResets,
    verifications,
    notices,
    start(): void {
      sender.start();
      lag.start();
    },
    async stop(): Promise<void> {
      await passwordResets.flush();
      await Promise.all([sender.stop(), lag.stop()]);
    },
  };
}

interface AnswerSourceOptions {
  readonly store: Store;
  readonly quizzes: KindServices<QuizDraft, QuizOwn, QuizBody, QuizWire>;
  readonly forms: KindServices<FormDraft, FormOwn, FormBody, FormWire>;
}

/** Creates the source that follows the log of changes: new answers become receipts, and count for notices. */
function createAnswerSource({ store, quizzes, forms }: AnswerSourceOptions): EmailSource {
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
