import { createAskwell } from '@askwell/server';
import express from 'express';

const askwell = createAskwell({ database: process.env.DATABASE_URL, baseUrl: process.env.BASE_URL });

const app = express();
app.use(express.json());
app.use('/polls', askwell.node);
app.listen(process.env.PORT, '127.0.0.1');
