import { createServer } from 'node:http';

/** Receives webhooks, and counts them. */
export const open = async () => {
  let received = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      received++;
      response.writeHead(204).end();
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: () => `http://127.0.0.1:${port}/`,
    received: () => received,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
};
