import { createServer } from 'node:net';
import { Askwell } from '@askwell/client';

/** Requests a port of this machine that is closed. */
const server = createServer();
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address();
await new Promise((resolve) => server.close(resolve));
const askwell = new Askwell({ baseUrl: `http://127.0.0.1:${port}`, maxRetries: 0 });
const { name, connected } = await askwell.me().catch((error) => error);
console.log(name, connected);
