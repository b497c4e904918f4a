import type { TestServer } from '../servers/test-server.js';
import { newAddress } from './http-client.js';

/** A reply as the server sends it, still compressed. */
export interface BytesReply {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/** Sends a request to an instance in this process and returns the bytes of the reply, which `fetch` would decompress. */
export async function fetchBytes(server: TestServer, path: string, init: RequestInit = {}): Promise<BytesReply> {
  const reply = await server.askwell.fetch(new Request(server.url + path, init), { address: newAddress() });
  return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) };
}
