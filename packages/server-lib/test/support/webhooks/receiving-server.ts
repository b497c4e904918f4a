import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { ReceivedEvent } from './receiver.js';

/** A server that receives webhooks, and verifies them with the official library. */
export class ReceivingServer {
  /** The events that were answered with 2xx, in the order in which they arrived. */
  readonly accepted: ReceivedEvent[] = [];
  /** All attempts. */
  readonly attempts: ReceivedEvent[] = [];
  secret = '';
  readonly #server = createServer((request, response) => void this.#receive(request, response));
  #port = 0;
  #waiting: (() => void)[] = [];

  get url(): string {
    return `http://127.0.0.1:${this.#port}/events`;
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Resolves when a condition holds. It is checked after each attempt. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Resolves after the next attempt, or after a short time without attempts. */
  untilNext(milliseconds = 20): Promise<void> {
    return new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      setTimeout(resolve, milliseconds);
    });
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      // The sender has ended, or this server was stopped, so no message arrived.
      return;
    }
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    const verified: Omit<ReceivedEvent, 'id'> = new Webhook(this.secret).verify(
      Buffer.concat(chunks).toString(),
      Object.fromEntries(headers),
    ) as ReceivedEvent;
    const event = { ...verified, id: String(request.headers['webhook-id']) };
    this.attempts.push(event);
    response.once('finish', () => {
      if (response.statusCode < 300) this.accepted.push(event);
      for (const wake of this.#waiting.splice(0)) wake();
    });
    response.once('close', () => {
      for (const wake of this.#waiting.splice(0)) wake();
    });
    response.writeHead(204).end();
  }
}
