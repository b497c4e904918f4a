import { Webhook } from 'standardwebhooks';
import type { CreateConnections } from '../../../src/events/webhooks/connections.js';
import type { Message, PostOutcome } from '../../../src/events/webhooks/message.js';
import type { TestClock } from '../../../src/tools/testing/test-clock.js';

/** A message that a receiver has verified. */
export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly ask_id: string | null;
  readonly answer_id: string | null;
  readonly data: Readonly<Record<string, unknown>> | null;
}

/** The response to a message. */
export interface Reply {
  readonly status: number;
  readonly response?: string;
}

/** The number of milliseconds by which the time of a message may differ from the time of its receiver. */
const tolerance = 300_000;

/** Receives webhooks of services in this process without a socket, and verifies them with the official library. */
export class Receiver {
  /** The events that were answered with 2xx, in the order in which they arrived. */
  readonly accepted: ReceivedEvent[] = [];
  /** All attempts. */
  readonly attempts: ReceivedEvent[] = [];
  /** What arrived. */
  readonly messages: Message[] = [];
  readonly url = `https://8.8.8.8/receivers/${++count}`;
  secret = '';
  /** Answers a message. The default is 204. */
  answer: (event: ReceivedEvent) => Reply | Promise<Reply> = () => ({ status: 204 });

  constructor(private readonly clock: Pick<TestClock, 'now'>) {
    this.start();
  }

  /** Accepts connections, as it does from the beginning. */
  start(): void {
    receivers.set(this.url, this);
  }

  /** Refuses connections, and ends connections that wait for a response. */
  stop(): void {
    receivers.delete(this.url);
  }

  async receive(message: Message): Promise<PostOutcome> {
    const { headers, body } = message;
    const { 'webhook-id': id = '', 'webhook-timestamp': seconds, 'webhook-signature': signatures = '' } = headers;
    const time = Number(seconds) * 1_000;
    // `verify` of the library compares the time with the real time.
    const expected = new Webhook(this.secret).sign(id, new Date(time), body);
    if (!signatures.split(' ').includes(expected)) throw new Error('The signature is not valid.');
    if (!(Math.abs(time - this.clock.now().getTime()) <= tolerance)) throw new Error('The time is not valid.');
    const event: ReceivedEvent = { ...JSON.parse(body), id };
    this.messages.push(message);
    this.attempts.push(event);
    const { status, response = '' } = await this.answer(event);
    if (status < 300) this.accepted.push(event);
    if (!receivers.has(this.url)) throw new Error('Stopped before the response.');
    return { status, response, retryAfter: undefined };
  }
}

let count = 0;
const receivers = new Map<string, Receiver>();

/** Connects services to the receivers in this process. Ignores the signal, like a connection whose events get lost. */
export const connectToReceivers: CreateConnections = () => ({
  async send({ href }, message) {
    const receiver = receivers.get(href);
    if (!receiver) throw new Error(`Nothing listens at ${href}.`);
    return await receiver.receive(message);
  },
  close() {},
});
