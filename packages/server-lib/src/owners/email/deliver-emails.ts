import type { Clock, Micros } from '../../base/clock.js';
import { shortHmac } from '../../base/crypto/hmac.js';
import type { Secret } from '../../base/crypto/secret.js';
import { callOutside } from '../../base/deadline.js';
import type { Logger } from '../../base/logger.js';
import { createPacedLog } from '../../base/paced-log.js';
import { type EndlessSchedule, nextAttemptAt } from '../../db/changes/retry-schedule.js';
import type { Store } from '../../db/store.js';
import type { EmailObserver } from './email-observer.js';
import { type EmailMessage, isEmailAddress } from './email-options.js';
import { claimEmails, type EmailKind, type EmailRow, type SettledEmail, settleEmail } from './email-queries.js';
import type { Delivery, DeliveryFailure, EmailTransport } from './email-transport.js';
import { deliveryTimeout, maxEmailsInFlight } from './limits.js';
import { pauseSender, type SenderPause } from './sender-queries.js';

/**
 * The delays before an email is sent again, after the server has not accepted it or could not be reached. If the server
 * is unavailable, the email waits only until other emails were tried.
 */
const retries: Readonly<Record<'deferred' | 'unavailable', EndlessSchedule>> = {
  deferred: { delays: [60, 120, 240, 480, 960, 1_920], thenEvery: 3_600, jitter: 0 },
  unavailable: { delays: [], thenEvery: 1, jitter: 0 },
};

/** The delays before a server that could not be reached is tried again. Nothing is sent until then. */
const serverRetries: EndlessSchedule = { delays: [5, 10, 20, 40, 80, 160], thenEvery: 300, jitter: 0 };

/** The parts of an email that depend on its kind. */
export type RenderedEmail = Omit<EmailMessage, 'from' | 'messageId' | 'headers'> & {
  readonly headers?: Readonly<Record<string, string>>;
};

/** The content of an email, `drop` if it has no content any more, or the time to ask again. */
export type Rendering = RenderedEmail | 'drop' | { readonly again: Micros };

/** Renders the stored emails of one kind. */
export type EmailRenderer = (email: EmailRow) => Promise<Rendering>;

/** Decides about a rendered email before an attempt to send it. Returns undefined if it may be sent, and counts it. */
export type AdmitEmail = (email: EmailRow, to: string) => Promise<Exclude<Rendering, RenderedEmail> | undefined>;

export interface DeliveryOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly secret: Secret;
  readonly logger: Logger;
  readonly transport: EmailTransport;
  readonly renderers: Readonly<Record<EmailKind, EmailRenderer>>;
  readonly admit: AdmitEmail;
  readonly observer?: EmailObserver | undefined;
  /** The option `from`. */
  readonly from: string;
  /** The host name at the end of the Message-IDs. */
  readonly host: string;
}

/**
 * Sends the next emails, and returns whether more may be due.
 *
 * @param failures How often the server could not be reached in succession.
 */
export type Deliver = (failures: number) => Promise<boolean>;

/** Keeps vacation replies from being sent (RFC 3834). */
const automatic = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

type Outcome = Delivery | 'dropped' | { readonly again: Micros };

/** The process that sends. */
export interface EmailProcess {
  /** Random for each process. */
  readonly holder: string;
  /** Aborted when emails that are being sent are given up. */
  readonly stopped: AbortSignal;
}

/** Creates the function that sends the emails that are due. */
export function createDeliver(options: DeliveryOptions, { holder, stopped }: EmailProcess): Deliver {
  const { store, clock, secret, logger, transport, renderers, admit, observer, from, host } = options;
  const log = createDeliveryLog(logger, clock);

  async function attempt(email: EmailRow): Promise<Outcome> {
    try {
      const rendered = await renderers[email.kind](email);
      if (rendered === 'drop') return 'dropped';
      if ('again' in rendered) return rendered;
      if (!isEmailAddress(rendered.to)) return 'dropped';
      const refusal = await admit(email, rendered.to);
      if (refusal === undefined) return await send(email, rendered);
      return refusal === 'drop' ? 'dropped' : refusal;
    } catch (error) {
      // Nobody knows whether the email was accepted. It is sent again when its claim ends.
      if (stopped.aborted) throw error;
      // One email must not keep others from being sent.
      return { failure: 'deferred', code: error instanceof Error ? error.name : typeof error };
    }
  }

  function send(email: EmailRow, rendered: RenderedEmail): Promise<Delivery> {
    if (email.attempts > 0) observer?.retried(email.kind);
    const message = toMessage(email, rendered);
    const call = (signal: AbortSignal) => transport.send(message, signal);
    return callOutside(call, { what: 'The email transport', clock, timeout: deliveryTimeout, stopped });
  }

  /** The Message-ID is the same for each attempt, and does not reveal how many emails there are. */
  function messageIdOf({ id, created_at }: EmailRow): string {
    return `<${shortHmac(secret.key, `askwell email\0${id}\0${created_at}`)}@${host}>`;
  }

  function toMessage(email: EmailRow, rendered: RenderedEmail): EmailMessage {
    return {
      ...rendered,
      subject: toOneLine(rendered.subject),
      headers: { ...automatic, ...rendered.headers },
      from,
      messageId: messageIdOf(email),
    };
  }

  /**
   * Stores the outcome at once, although other emails are still being sent. Otherwise, the email would be sent again if
   * the process is killed.
   */
  async function deliver(email: EmailRow): Promise<Outcome> {
    const outcome = await attempt(email);
    if (outcome === 'sent') observer?.sent(email.kind);
    if (typeof outcome === 'object' && 'failure' in outcome) {
      log.fail(email.kind, outcome);
      observer?.failed(email.kind, outcome.failure);
    }
    await store.run(settleEmail, { id: email.id, next: nextAttempt(email, outcome, clock.now()) });
    return outcome;
  }

  return async (failures) => {
    const { emails, expired } = await store.run(claimEmails, { holder, at: clock.now(), limit: maxEmailsInFlight });
    if (expired > 0) {
      log.giveUp(expired);
      observer?.gaveUp(expired);
    }
    if (emails.length === 0) return false;
    const outcomes: Outcome[] = [];
    for (const result of await Promise.allSettled(emails.map(deliver))) {
      if (result.status === 'rejected') throw result.reason;
      outcomes.push(result.value);
    }
    const pause = nextPause(outcomes, failures, clock.now());
    if (pause.failures !== failures) await store.run(pauseSender, pause);
    return pause.failures === 0 && emails.length === maxEmailsInFlight;
  };
}

function nextAttempt({ attempts }: EmailRow, outcome: Outcome, at: Micros): SettledEmail['next'] {
  if (typeof outcome === 'string') return null;
  if ('again' in outcome) return { at: outcome.again, attempts };
  if (outcome.failure === 'rejected') return null;
  return { at: nextAttemptAt(retries[outcome.failure], attempts + 1, { at }), attempts: attempts + 1 };
}

/** The server is reachable as soon as it has answered about one email. */
function nextPause(outcomes: readonly Outcome[], failures: number, at: Micros): SenderPause {
  const isAway = (outcome: Outcome) =>
    typeof outcome === 'object' && 'failure' in outcome && outcome.failure === 'unavailable';
  const attempted = outcomes.filter(
    (outcome) => outcome !== 'dropped' && !(typeof outcome === 'object' && 'again' in outcome),
  );
  if (attempted.length === 0) return { until: 0, failures };
  if (!attempted.every(isAway)) return { until: 0, failures: 0 };
  return { until: nextAttemptAt(serverRetries, failures + 1, { at }), failures: failures + 1 };
}

/** Line breaks would end the header, and control characters have no meaning there. */
function toOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** Logs failures, at most one line a second: with codes and counts, without addresses and content. */
interface DeliveryLog {
  fail(kind: string, failure: DeliveryFailure): void;
  /** @param count The number of emails that could not be sent for a day. */
  giveUp(count: number): void;
}

function createDeliveryLog(logger: Logger, clock: Pick<Clock, 'elapsed'>): DeliveryLog {
  const write = createPacedLog((details, message) => logger.warn(details, message), clock);
  return {
    fail(kind, { failure, code, reply }) {
      const details = { kind, failure, code, ...(reply === undefined ? {} : { reply }) };
      write(details, failure === 'rejected' ? 'An email was rejected.' : 'Cannot send an email. It is sent later.');
    },
    giveUp(count) {
      write({}, 'Emails could not be sent for a day and were deleted.', count);
    },
  };
}
