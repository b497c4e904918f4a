import { listening } from '../listening.js';
import { offer } from '../offer.js';

/** The least that taking a post over HTTP takes: its body read and parsed, and the same bytes answered in one piece. */
offer((/** @type {{ headers: string[], body: string }} */ { headers, body }) => {
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
});
