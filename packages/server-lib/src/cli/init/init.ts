import type { Command } from '../command.js';
import { CommandFailure, usageError } from '../command-failure.js';
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
    'Looks at the framework, language and package manager of the app, and writes the module with the instance, the route, a',
    'page with a first poll, and lines in .gitignore, .env.example and .env. It lists the files first and asks. Existing',
    'files are not overwritten, and a second run changes nothing. It knows Next.js, SvelteKit, Nuxt, Nest, Express,',
    'Fastify, Koa, Hono and plain Node.',
  ],
  flags: [
    { name: 'yes', help: 'writes the files without asking' },
    { name: 'dry-run', help: 'shows the files with their content, and writes nothing' },
  ],
  async run({ settings }) {
    const project = detectProject(process.cwd());
    const scaffold = scaffoldFor(project);
    const changes = planFor(project, scaffold);
    const language = project.typescript ? 'TypeScript' : 'JavaScript';
    say(`Found ${scaffold.title}, ${language}, ${project.packageManager}.\n\n${listChanges(changes)}`);

    if (settings.has('dry-run')) {
      say(showContents(changes));
      return 0;
    }
    if (changes.some(({ kind }) => kind !== 'keep')) {
      if (!settings.has('yes')) await confirm();
      writePlan(project.folder, changes);
    }
    say(nextSteps(project, scaffold, changes));
    return 0;
  },
};

/** Asks a person. A program has to pass `--yes`. */
async function confirm(): Promise<void> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw usageError('Nothing was written, since there is no terminal to ask at. Pass --yes to write the files.');
  }
  const yes = await askYes('\nWrite these files?', process.stdin, process.stdout);
  if (!yes) throw new CommandFailure('Nothing was written.');
}

function say(text: string): void {
  process.stdout.write(text);
}
