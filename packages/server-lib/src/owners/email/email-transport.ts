import type { EmailMessage } from './email-options.js';

/**
 * The outcome of an attempt to send an email:
 * - `sent`: the server accepted it.
 * - `rejected`: the server will never accept it.
 * - `deferred`: the server did not accept it now, but may later.
 * - `unavailable`: the server cannot be reached, or refuses everything.
 */
export type Delivery = 'sent' | DeliveryFailure;

/** Why an email was not sent, with codes for the log. They contain neither an address nor any content. */
export interface DeliveryFailure {
  readonly failure: 'rejected' | 'deferred' | 'unavailable';
  readonly code: string;
  /** The code of the server's reply, such as 550. */
  readonly reply?: number | undefined;
}

/** Sends emails. */
export interface EmailTransport {
  /**
   * Sends an email. Never rejects.
   *
   * @param signal Aborted when nothing waits for the outcome any more.
   */
  send(message: EmailMessage, signal: AbortSignal): Promise<Delivery>;
}
