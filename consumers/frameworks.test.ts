import { readdir } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { countVotes, createPoll, registerOwner, vote } from './support/owner.js';
import { type Program, startProgram } from './support/program.js';
import { copyProject } from './support/project.js';

/** Each folder has a `server.js` that serves Askwell below `/polls`. */
const frameworks = await readdir(new URL('frameworks', import.meta.url));

let running: Program | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

test.each(frameworks)('a program in %s registers an owner, takes a vote and shows the results', async (name) => {
  const cwd = await copyProject(`frameworks/${name}`, name);
  running = await startProgram({ args: ['server.js'], cwd, basePath: '/polls' });
  const url = `${running.url}/polls`;

  const poll = await createPoll(url, await registerOwner(url));
  await vote(url, poll);
  expect(await countVotes(url, poll)).toBe(1);
});
