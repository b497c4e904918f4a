import { listening } from '../listening.js';

/** The minimum for a reply over HTTP: the same prepared bytes in one write. */
export const open = (/** @type {{ headers: string[], body: string }} */ { headers, body }) => {
  return listening((_request, response) => {
    response.writeHead(200, headers);
    response.end(body, 'latin1');
  });
};
