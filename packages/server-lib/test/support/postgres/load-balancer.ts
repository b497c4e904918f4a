import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestServer } from '../servers/test-server.js';

/** A load balancer before instances. */
export interface LoadBalancer extends Pick<TestServer, 'url'> {
  close(): Promise<void>;
}

/** Starts a load balancer that sends each request to the next instance. */
export async function startLoadBalancer(instances: readonly Pick<TestServer, 'url'>[]): Promise<LoadBalancer> {
  let sent = 0;
  const server = createServer((incoming, reply) => {
    const { url = '' } = instances[sent++ % instances.length] ?? {};
    forward(incoming, reply, url);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function forward(incoming: IncomingMessage, reply: ServerResponse, url: string): void {
  const { method, headers } = incoming;
  const outgoing = request(url + (incoming.url ?? '/'), { method, headers }, (answer) => {
    reply.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(reply);
  });
  outgoing.once('error', () => reply.destroy());
  incoming.pipe(outgoing);
}
