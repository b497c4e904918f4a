import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { createClock } from '../../base/clock.js';
import type { Logger } from '../../base/logger.js';
import {
  createTrustedProxies,
  defaultIpv6Prefix,
  type TrustedProxies,
  toClientKey,
} from '../../http/limits/client-address.js';

export interface ConnectionLimits {
  /** The maximum of all open connections. */
  readonly inAll: number;
  /** The maximum of open connections of one client address, except proxies and this machine. */
  readonly perClient: number;
}

export interface ConnectionLimitOptions extends ConnectionLimits {
  readonly trustProxy: readonly string[];
  readonly logger: Logger;
}

/** Milliseconds between two log entries. */
const logInterval = 1_000;

const loopback = createTrustedProxies(['127.0.0.0/8', '::1']);

/** Closes new connections that exceed a limit, and logs that at most once a second. */
export function limitConnections(server: Server, options: ConnectionLimitOptions): void {
  const { inAll, perClient, trustProxy, logger } = options;
  const proxies = createTrustedProxies(trustProxy);
  const open = new Map<string, number>();
  let closed = 0;
  const clock = createClock();
  let lastLogged = Number.NEGATIVE_INFINITY;

  function report(): void {
    closed++;
    const now = clock.elapsed();
    if (now - lastLogged < logInterval) return;
    logger.warn({ closed }, 'Connections were closed, because too many are open.');
    closed = 0;
    lastLogged = now;
  }

  function count(socket: Socket): void {
    const client = clientOf(socket, proxies);
    if (client === undefined) return;
    const connections = (open.get(client) ?? 0) + 1;
    if (connections > perClient) {
      socket.destroy();
      report();
      return;
    }
    open.set(client, connections);
    socket.once('close', () => {
      const left = (open.get(client) ?? 1) - 1;
      if (left === 0) open.delete(client);
      else open.set(client, left);
    });
  }

  server.maxConnections = inAll;
  server.on('drop', report);
  server.on('connection', count);
}

/** Returns the client that a connection counts for; undefined if many clients share the address. */
function clientOf({ remoteAddress }: Socket, proxies: TrustedProxies): string | undefined {
  if (remoteAddress === undefined || proxies.has(remoteAddress) || loopback.has(remoteAddress)) return undefined;
  return toClientKey(remoteAddress, defaultIpv6Prefix);
}
