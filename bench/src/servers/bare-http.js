import { listening } from '../listening.js';
import { offer } from '../offer.js';

/** The minimum for a reply over HTTP: the same prepared bytes in one write. */
offer((/** @type {{ headers: string[], body: string }} */ { headers, body }) => {
  return listening((_request, response) => {
    response.writeHead(200, headers);
    response.end(body, 'latin1');
  });
});
