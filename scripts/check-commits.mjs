// Checks the commit messages of a range against Conventional Commits: `node scripts/check-commits.mjs origin/main..HEAD`.
import { execFileSync } from 'node:child_process';

const types = ['feat', 'fix', 'perf', 'refactor', 'docs', 'test', 'build', 'ci', 'style', 'chore', 'revert'];
const scope = String.raw`(\([a-z0-9-]+\))?`;
const shape = new RegExp(`^(${types.join('|')})${scope}!?: [^A-Z\\s].*[^.\\s]$`);
const longest = 72;

const range = process.argv[2] ?? 'HEAD~1..HEAD';
const log = execFileSync('git', ['log', '--no-merges', '--format=%h %s', range], { encoding: 'utf8' });
const faults = log
  .split('\n')
  .filter(Boolean)
  .flatMap((line) => {
    const subject = line.slice(line.indexOf(' ') + 1);
    if (subject.length > longest)
      return [`${line}\n  The subject has ${subject.length} characters, at most ${longest} are allowed.`];
    if (!shape.test(subject))
      return [`${line}\n  Expected "type(scope): subject" with a lower-case subject and one of: ${types.join(', ')}.`];
    return [];
  });

if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exitCode = 1;
}
