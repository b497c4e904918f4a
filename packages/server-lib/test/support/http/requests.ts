/** The target of requests: a server with a socket, or an instance in this process. */
export interface Requests {
  /** Scheme, host and port, with the base path if there is one. */
  readonly url: string;
  /** Sends a request to a URL of the server. If absent, requests go through a socket. */
  readonly fetch?: typeof globalThis.fetch;
}

/** Sends a request to a URL of a server. */
export function send({ fetch = globalThis.fetch }: Requests, url: string, init?: RequestInit): Promise<Response> {
  return fetch(url, init);
}
