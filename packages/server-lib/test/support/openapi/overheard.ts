import type { HttpExchange } from '../../../src/http/exchange.js';

/** An exchange whose body can be looked at once it was read. */
export class Overheard implements HttpExchange {
  /** The body, as far as somebody asked for it. */
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

  async body(limit: number): Promise<Uint8Array> {
    this.sent = await this.exchange.body(limit);
    return this.sent;
  }
}
