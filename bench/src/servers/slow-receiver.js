import { createServer } from 'node:http';

/** Milliseconds, a little less than the timeout of a delivery. */
const delay = 9_000;

/** Receives webhooks, and answers slowly. */
export const open = async () => {
  const server = createServer((request, response) => {
    request.resume();
    setTimeout(() => response.writeHead(204).end(), delay);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: () => `http://127.0.0.1:${port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
};
