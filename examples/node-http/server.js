// A plain Node server: a few routes of its own, and Askwell for everything else.
import { createServer } from 'node:http';
import { createAskwell, rateLimitHeaders } from '@askwell/server';

const port = Number(process.env.PORT ?? 3000);
const askwell = createAskwell({
  database: process.env.ASKWELL_DATABASE ?? './askwell.db',
  baseUrl: `http://127.0.0.1:${port}`,
});

const server = createServer(async (request, response) => {
  try {
    if (request.url === '/reports') return await showReports(request, response);
    if (request.url === '/feedback' && request.method === 'POST') return await takeFeedback(request, response);
    askwell.node(request, response);
  } catch (error) {
    console.error(error);
    if (!response.headersSent) response.writeHead(500);
    response.end();
  }
});

/** A route of the app's own that opens to the same API keys. */
async function showReports(request, response) {
  const caller = await askwell.auth.authenticate(request.headers);
  if (!caller) return sendJson(response, 401, { message: 'API key is invalid or missing.' });
  sendJson(response, 200, { reports: [], account: caller.account.name });
}

/** A route of the app's own that anyone may call, under the same limit as Askwell's public operations. */
async function takeFeedback(request, response) {
  const decision = await askwell.limiter.take(request.socket.remoteAddress);
  const headers = rateLimitHeaders(decision);
  if (!decision.admitted) return sendJson(response, 429, { message: 'Too many requests. Wait a little.' }, headers);
  sendJson(response, 202, { message: 'Thank you.' }, headers);
}

function sendJson(response, status, body, headers = []) {
  response.writeHead(status, ['content-type', 'application/json', ...headers]).end(JSON.stringify(body));
}

await askwell.ready();
server.listen(port, '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${port}`));

// First no new requests, then the database: what was accepted is answered and kept.
for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, () => {
    askwell.drain();
    server.close(() => askwell.close());
  });
}
