import { type CreateTransport, createTransport } from '../../../src/owners/email/create-transport.js';
import type { EmailMessage } from '../../../src/owners/email/email-options.js';
import type { Delivery } from '../../../src/owners/email/email-transport.js';

/** Receives emails of services in this process without a socket, in place of an SMTP server. Ignores the signal of a delivery. */
export class Mailbox {
  readonly url = `smtp://mailbox-${++count}.example.com`;
  /** The emails that were accepted, in the order in which they arrived. */
  readonly emails: EmailMessage[] = [];
  /** Decides about an email. The default accepts it. */
  decide: (email: EmailMessage) => Delivery | Promise<Delivery> = () => 'sent';

  constructor() {
    this.start();
  }

  /** Accepts connections, as it does from the beginning. */
  start(): void {
    mailboxes.set(this.url, this);
  }

  /** Refuses connections. */
  stop(): void {
    mailboxes.delete(this.url);
  }

  async receive(email: EmailMessage): Promise<Delivery> {
    const delivery = await this.decide(email);
    if (delivery === 'sent') this.emails.push(email);
    return delivery;
  }
}

let count = 0;
const mailboxes = new Map<string, Mailbox>();

/** Connects services to the mailboxes in this process. A function of the host is called as always. */
export const connectToMailboxes: CreateTransport = (options) => {
  if ('send' in options) return createTransport(options);
  const { url } = options;
  return {
    async send(message) {
      return (await mailboxes.get(url)?.receive(message)) ?? { failure: 'unavailable', code: 'ESOCKET' };
    },
  };
};
