import { counterCheck } from '../../../src/asks/results/counter-check.js';
import { tallyCheck } from '../../../src/asks/results/tally-check.js';
import type { AskwellOptions } from '../../../src/options/options.js';
import { createOwner, type Owner } from '../servers/create-owner.js';
import { type SocketServer, startServer } from '../servers/start-server.js';
import { type LoadBalancer, startLoadBalancer } from './load-balancer.js';

/** Instances over one database, behind a load balancer. */
export interface Instances {
  readonly all: readonly SocketServer[];
  readonly balancer: LoadBalancer;
  readonly owner: Owner;
  /** Returns an instance by its number, which may be larger than their count. */
  at(nth: number): SocketServer;
  close(): Promise<void>;
}

/** Starts instances over one database. Each has a store of its own, as in a process of its own. */
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

/** Returns what `askwell check` finds: tallies and counters that differ from a recount of the answers. */
export async function findDifferences({ services: { store } }: Pick<SocketServer, 'services'>): Promise<string[]> {
  return [...(await store.read(counterCheck.find())), ...(await store.read(tallyCheck.find()))];
}
