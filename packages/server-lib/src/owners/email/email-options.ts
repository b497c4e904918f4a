import { isObject } from '../../base/validation/objects.js';
import type { EmailLimits } from './email-limits.js';
import { isSmtpUrl } from './smtp-url.js';

/** An email as a function of the host receives it. Header values have no line breaks. */
export interface EmailMessage {
  readonly from: string;
  /** The address of the one recipient. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Stays the same if an email is sent again, so that it can serve as an idempotency key. */
  readonly messageId: string;
  /** Other headers, such as `List-Unsubscribe`. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends an email through your own provider. Rejects to be called again later. */
export type SendEmail = (message: EmailMessage) => void | Promise<void>;

/** How emails are sent, through an SMTP server or by your own function, and how many receipts and notices are sent. */
export type EmailOptions =
  | {
      /** `smtp://user:password@host:587`, which uses STARTTLS, or `smtps://…`, which uses TLS from the start. */
      url: string;
      /** The sender: `noreply@example.com` or `Example <noreply@example.com>`. */
      from: string;
      limits?: EmailLimits | undefined;
    }
  | { send: SendEmail; from: string; limits?: EmailLimits | undefined };

/** Returns whether a value is an {@link EmailOptions}. Its limits are not checked. */
export function isEmailOptions(value: unknown): value is EmailOptions {
  if (!isObject(value)) return false;
  const { from, limits: _limits, ...others } = Object.fromEntries(Object.entries(value));
  const [[name, way] = [], ...more] = Object.entries(others).filter(([, member]) => member !== undefined);
  if (more.length > 0 || typeof from !== 'string' || parseSender(from) === undefined) return false;
  return name === 'url' ? typeof way === 'string' && isSmtpUrl(way) : name === 'send' && typeof way === 'function';
}

/** The name and the address of a sender. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** Parses `address` or `name <address>`. Returns undefined if the text is neither. */
export function parseSender(text: string): Sender | undefined {
  const [, name, inBrackets] = /^([^<>"\p{Cc}]*)<([^<>]+)>$/u.exec(text) ?? [];
  const address = inBrackets ?? text;
  return isEmailAddress(address) ? { name: name?.trim() ?? '', address } : undefined;
}

/** Returns whether a text is one address, which cannot change the header that it is in. */
export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u.test(text);
}
