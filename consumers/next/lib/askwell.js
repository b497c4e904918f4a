import { createAskwell } from '@askwell/server';

const database = process.env.DATABASE_URL ?? 'askwell.db';
globalThis.askwell ??= createAskwell({ database, baseUrl: process.env.BASE_URL });
export const askwell = globalThis.askwell;
