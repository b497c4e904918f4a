import { listening } from '../listening.js';
import { offer } from '../offer.js';

/** The least that an answer over HTTP takes: the same bytes, made beforehand, in one piece. */
offer((/** @type {{ headers: string[], body: string }} */ { headers, body }) => {
  return listening((_request, response) => {
    response.writeHead(200, headers);
    response.end(body, 'latin1');
  });
});
