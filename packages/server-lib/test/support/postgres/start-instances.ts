import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { counterCheck } from '../../../src/core/results/counter-check.js';
import { tallyCheck } from '../../../src/core/results/tally-check.js';
import type { AskwellOptions } from '../../../src/instance/options/options.js';
import { createOwner, type Owner } from '../servers/create-owner.js';
import { type SocketServer, startServer } from '../servers/start-server.js';
import type { TestServer } from '../servers/test-server.js';

/** Instances over one database, behind a load balancer. */
export interface Instances {
  readonly all: readonly SocketServer[];
  readonly balancer: LoadBalancer;
  readonly owner: Owner;
  /** Returns an instance by its number, which may be larger than their count. */
  at(nth: number): SocketServer;
  close(): Promise<void>;
}

/** Starts instances over one database. Each instance has its own store, as in a separate process. */
export async function startInstances(
  database: string,
  optionsOf: readonly Partial<AskwellOptions>[] = [{}, {}, {}],
): Promise<Instances> {
  const all: SocketServer[] = [];
  for (const options of optionsOf) all.push(await startServer({ database, trustProxy: ['127.0.0.1'], ...options }));
  const [first] = all;
  if (!first) throw new Error('There must be an instance.');
  const balancer = await startLoadBalancer(all);
  return {
    all,
    balancer,
    owner: await createOwner(first.services),
    at: (nth) => all[nth % all.length] ?? first,
    async close() {
      await balancer.close();
      await Promise.all(all.map((instance) => instance.close()));
    },
  };
}

/** Returns the faults that `askwell check` finds: tallies and counters that differ from a recount of the answers. */
export async function findDifferences({ services: { store } }: Pick<SocketServer, 'services'>): Promise<string[]> {
  return [...(await store.read(counterCheck.find())), ...(await store.read(tallyCheck.find()))];
}

/** A load balancer before instances. */
interface LoadBalancer extends Pick<TestServer, 'url'> {
  close(): Promise<void>;
}

/** Starts a load balancer that sends each request to the next instance. */
async function startLoadBalancer(instances: readonly Pick<TestServer, 'url'>[]): Promise<LoadBalancer> {
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
