import { AskwellError } from './askwell-error.js';

/** Why a message of a webhook was refused. */
export type WebhookErrorReason =
  | 'missing_header'
  | 'invalid_timestamp'
  | 'too_old'
  | 'too_new'
  | 'no_match'
  | 'invalid_body';

const messages: Readonly<Record<WebhookErrorReason, string>> = {
  missing_header: 'The message lacks a `webhook-id`, `webhook-timestamp` or `webhook-signature` header.',
  invalid_timestamp: 'The `webhook-timestamp` header is not a number of seconds.',
  too_old: 'The message is more than five minutes old.',
  too_new: 'The message is more than five minutes in the future. Check the clock of this machine.',
  no_match: 'No signature matches. Check the secret, and pass the body as it was received.',
  invalid_body: 'The body of the message is not a JSON object.',
};

/** A message of a webhook is not authentic. Respond with status 400, and do not process it. */
export class WebhookVerificationError extends AskwellError {
  override name = 'WebhookVerificationError';
  /** Why the message was refused. */
  readonly reason: WebhookErrorReason;

  /** @param reason Why the message was refused. */
  constructor(reason: WebhookErrorReason) {
    super(messages[reason]);
    this.reason = reason;
  }
}
