import { once } from 'node:events';
import { createServer } from 'node:http';
import { offer } from '../offer.js';
import { processorTime } from '../probes.js';

/** The least that taking a post over HTTP takes: its body read and parsed, and the same bytes answered, made beforehand. */
offer(async (/** @type {{ headers: string[], body: string }} */ { headers, body }) => {
  const bytes = Buffer.from(body, 'latin1');
  const server = createServer((request, response) => {
    /** @type {Buffer[]} */
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      JSON.parse(Buffer.concat(chunks).toString());
      response.writeHead(201, headers);
      response.end(bytes);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port() {
      const address = server.address();
      return typeof address === 'object' ? address?.port : null;
    },
    processorTime,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
});
