// A load balancer for the test: round robin over the instances that accept connections.
import { once } from 'node:events';
import { createServer, request } from 'node:http';

/** Starts a balancer. `targets` are URLs, and may change while it runs. */
export async function startBalancer(targets) {
  let next = 0;

  const server = createServer(async (incoming, response) => {
    const chunks = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const first = next++ % targets.length;
    send(incoming, Buffer.concat(chunks), response, [...targets.slice(first), ...targets.slice(0, first)]);
  });

  function send(incoming, body, response, [target, ...others]) {
    const { hostname, port } = new URL(target);
    const forwarded = [incoming.headers['x-forwarded-for'], incoming.socket.remoteAddress].filter(Boolean).join(', ');
    const headers = { ...incoming.headers, 'x-forwarded-for': forwarded };
    const outgoing = request({ hostname, port, method: incoming.method, path: incoming.url, headers });
    outgoing.on('response', (reply) => {
      response.writeHead(reply.statusCode, { ...reply.headers, 'x-instance': port });
      reply.pipe(response);
    });
    outgoing.on('error', (error) => {
      // Nothing was sent, so another instance may get the request. Otherwise the client decides whether to repeat it.
      if (error.code === 'ECONNREFUSED' && others.length > 0) send(incoming, body, response, others);
      else response.writeHead(502).end();
    });
    outgoing.end(body);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
