import { listening } from '../listening.js';
import { offer } from '../offer.js';

/** The least that an answer over HTTP takes: the same bytes, made beforehand. */
offer((/** @type {{ headers: string[], body: string }} */ { headers, body }) => {
  const bytes = Buffer.from(body, 'latin1');
  return listening((_request, response) => {
    response.writeHead(200, headers);
    response.end(bytes);
  });
});
