import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { createTrustedProxies, type TrustedProxies, toClientKey } from '../../limiter/client-address.js';
import type { Logger } from '../../logger.js';
import { elapsed } from '../../timers.js';

export interface ConnectionLimits {
  /** Open connections in all. */
  readonly inAll: number;
  /** Open connections of one client address. Proxies and the machine itself may have more. */
  readonly perClient: number;
}

export interface ConnectionLimitOptions extends ConnectionLimits {
  readonly trustProxy: readonly string[];
  readonly logger: Logger;
}

/** Milliseconds between two lines of the log. */
const pause = 1_000;

const loopback = createTrustedProxies(['127.0.0.0/8', '::1']);

/** Closes the connections of a server that exceed a limit, as they are opened, and logs it at most once a second. */
export function limitConnections(server: Server, options: ConnectionLimitOptions): void {
  const { inAll, perClient, trustProxy, logger } = options;
  const proxies = createTrustedProxies(trustProxy);
  const open = new Map<string, number>();
  let closed = 0;
  let lastLine = Number.NEGATIVE_INFINITY;

  function report(): void {
    closed++;
    const now = elapsed();
    if (now - lastLine < pause) return;
    logger.warn({ closed }, 'Connections are closed because too many are open.');
    closed = 0;
    lastLine = now;
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

/** The client that a connection counts for; undefined where many clients share the address. */
function clientOf({ remoteAddress }: Socket, proxies: TrustedProxies): string | undefined {
  if (remoteAddress === undefined || proxies.has(remoteAddress) || loopback.has(remoteAddress)) return undefined;
  return toClientKey(remoteAddress, 64);
}
