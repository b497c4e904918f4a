import { writeFile } from 'node:fs/promises';
import { createAskwell } from '@askwell/server';

const askwell = createAskwell({ database: ':memory:', pages: { docs: true } });
const response = await askwell.fetch(new Request('http://localhost/openapi.json'));
await writeFile('openapi.json', await response.text());
await askwell.close();
