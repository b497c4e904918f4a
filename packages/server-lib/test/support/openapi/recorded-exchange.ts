import type { HttpExchange } from '../../../src/http/exchange.js';

/** An exchange that keeps the request body after it is read. */
export class RecordedExchange implements HttpExchange {
  /** The request body, if the handler has read it. */
  sent: Uint8Array | undefined;

  constructor(private readonly exchange: HttpExchange) {}

  get method() {
    return this.exchange.method;
  }
  get path() {
    return this.exchange.path;
  }
  get query() {
    return this.exchange.query;
  }
  get base() {
    return this.exchange.base;
  }
  get address() {
    return this.exchange.address;
  }
  get addressAdvice() {
    return this.exchange.addressAdvice;
  }
  get user() {
    return this.exchange.user;
  }
  get raw() {
    return this.exchange.raw;
  }
  get signal() {
    return this.exchange.signal;
  }

  header(name: string): string | undefined {
    return this.exchange.header(name);
  }

  headers(): Headers {
    return this.exchange.headers();
  }

  bodyStream(limit: number): AsyncGenerator<Uint8Array, void> {
    return this.exchange.bodyStream(limit);
  }

  async body(limit: number): Promise<Uint8Array> {
    this.sent = await this.exchange.body(limit);
    return this.sent;
  }
}
