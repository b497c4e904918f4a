import { listening } from '../listening.js';

/** The minimum for a POST over HTTP: reading and parsing the body, and the same prepared bytes in one write. */
export const open = (/** @type {{ headers: string[], body: string }} */ { headers, body }) => {
  return listening((request, response) => {
    /** @type {Buffer[]} */
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      JSON.parse(Buffer.concat(chunks).toString());
      response.writeHead(201, headers);
      response.end(body, 'latin1');
    });
  });
};
