// Fails if a workflow uses an action by a tag or branch: the owner of the action could move the tag or branch to other code, which would
// run with the tokens of the workflow. A comment says which version the commit is.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../.github/workflows/', import.meta.url));
/** An action of another repository at a commit, with its version. Actions in this repository have no version. */
const pinned = /^(\.\/\S+|[\w.-]+\/[\w./-]+@[\da-f]{40} +# v\d+\.\d+\.\d+)$/;

const problems = readdirSync(folder)
  .filter((file) => /\.ya?ml$/.test(file))
  .flatMap((file) =>
    readFileSync(folder + file, 'utf8')
      .split('\n')
      .flatMap((line, at) => {
        const [, action] = /^\s*(?:-\s*)?["']?uses["']?\s*:\s*(.*?)\s*$/.exec(line) ?? [];
        const isPinned = action === undefined || pinned.test(action);
        return isPinned
          ? []
          : `.github/workflows/${file}:${at + 1}: pin the action to a commit: owner/name@<40 hex digits> # v1.2.3`;
      }),
  );
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
