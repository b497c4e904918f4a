import type { Command, CommandIo } from '../cli/command.js';
import { CommandFailure, usageError } from '../cli/command-failure.js';
import { askYes } from './ask-yes.js';
import { detectProject } from './detect-project.js';
import { nextSteps } from './next-steps.js';
import { planFor } from './plan.js';
import { listChanges, showContents } from './show-plan.js';
import { scaffoldFor } from './templates/index.js';
import { writePlan } from './write-plan.js';

export const init: Command = {
  name: 'init',
  summary: 'adds Askwell to the app in the current folder, with a first poll on a page',
  details: [
    'Detects the framework, language and package manager of the app, and writes a module with the instance, a route, a page',
    'with a first poll, and lines in .gitignore, .env.example and .env. Lists the files first and asks. Does not overwrite',
    'files; a second run changes nothing. Supports Next.js, Payload, SvelteKit, Nuxt, React Router, Astro, TanStack Start,',
    'AdonisJS, Nest, Express, Fastify, Koa, Hono and plain Node.',
  ],
  flags: [
    { name: 'yes', help: 'writes the files without asking' },
    { name: 'dry-run', help: 'shows the files with their content, and writes nothing' },
  ],
  async run({ settings, io }) {
    const print = (text: string) => io.stdout.write(text);
    const project = detectProject(process.cwd());
    const scaffold = scaffoldFor(project);
    const changes = planFor(project, scaffold);
    const language = project.typescript ? 'TypeScript' : 'JavaScript';
    print(`Found ${scaffold.title}, ${language}, ${project.packageManager}.\n\n${listChanges(changes)}`);

    if (settings.has('dry-run')) {
      print(showContents(changes));
      return 0;
    }
    if (changes.some(({ kind }) => kind !== 'keep')) {
      if (!settings.has('yes')) await confirm(io);
      writePlan(project.folder, changes);
    }
    print(nextSteps(project, scaffold, changes));
    return 0;
  },
};

/** Asks at the terminal. A program has to pass `--yes`. */
async function confirm({ stdin, stdout }: CommandIo): Promise<void> {
  if (!stdin.isTTY || !stdout.isTTY) {
    throw usageError('Nothing was written, because there is no terminal to confirm at. Pass --yes to write the files.');
  }
  const yes = await askYes('\nWrite these files?', stdin, stdout);
  if (!yes) throw new CommandFailure('Nothing was written.');
}
