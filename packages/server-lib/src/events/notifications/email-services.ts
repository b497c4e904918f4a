import type { Clock } from '../../base/clock.js';
import type { Secret } from '../../base/crypto/secret.js';
import type { Logger } from '../../base/logger.js';
import { createLagMeter } from '../../db/changes/consumer.js';
import type { Store } from '../../db/store.js';
import type { CreateThrottle } from '../../owners/access/failure-throttle.js';
import { createEmailVerifications } from '../../owners/accounts/email-verification.js';
import { createPasswordResets } from '../../owners/accounts/password-reset.js';
import { type CreateTransport, createTransport as createRealTransport } from '../../owners/email/create-transport.js';
import type { EmailObserver } from '../../owners/email/email-observer.js';
import type { EmailOptions } from '../../owners/email/email-options.js';
import { createEmailSender } from '../../owners/email/email-sender.js';
import type { SecurityEvents } from '../../owners/security-events/security-events.js';
import { type AnswerSourceOptions, createAnswerSource } from './answer-source.js';
import { createEmailGate } from './email-gate.js';
import { emailReaders } from './log-queries.js';
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
  /** Learns of what becomes of emails. */
  readonly observer?: EmailObserver | undefined;
  /** Default: a transport to an SMTP server, or to the function of the host. */
  readonly createTransport?: CreateTransport | undefined;
}

/** Creates what sends emails: links to reset passwords and to verify addresses, notices of new answers, and receipts. */
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
