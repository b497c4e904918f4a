import { createServer } from 'node:http';
import { createAskwell } from '@askwell/server';

const askwell = createAskwell({ database: process.env.DATABASE_URL, baseUrl: process.env.BASE_URL });
createServer((request, response) => askwell.node(request, response)).listen(process.env.PORT, '127.0.0.1');
