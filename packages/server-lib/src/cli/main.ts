import { createServer } from 'node:http';
import { createAskwell } from '../index.js';

const askwell = createAskwell({ database: process.env['DATABASE_URL'] ?? './askwell.db' });
await askwell.ready();
createServer(askwell.node).listen(3000, '127.0.0.1', () => console.log('listening'));
