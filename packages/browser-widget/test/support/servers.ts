import type { Server } from 'node:http';

/** Lets a server listen on a free port, and returns its URL. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('A server has no address.');
  return `http://127.0.0.1:${address.port}`;
}

/** Closes a server and its connections. */
export async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
