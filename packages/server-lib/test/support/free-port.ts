import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Returns a port of the loopback interface that nothing listens on. It is below the ports that the system assigns to sockets, so that no
 * other test gets it before the intended process has started.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
