import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A running stub server. */
export interface StubServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts an HTTP server with the given listener. */
export async function startStub(listener: RequestListener): Promise<StubServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
