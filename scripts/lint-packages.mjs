// Checks that each published package can be imported, and required if it says so, with types, and how large the widget is.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const binaries = fileURLToPath(new URL('../node_modules/.bin', import.meta.url));

const packages = [
  // Projects with `"module": "commonjs"` resolve as Node 10 did, and find subpaths only by `typesVersions`.
  // The writer, the viewer, the MCP SDK and temml are loaded by their paths and have no types.
  ['packages/server-lib', '--exclude-entrypoints', './writer', './viewer', './mcp-sdk', './temml'],
  ['packages/client-sdk'],
  ['packages/browser-widget', '--profile', 'esm-only'],
];

function run(command, cwd = '.') {
  const [name, ...args] = command;
  const { status, stdout, stderr } = spawnSync(join(binaries, name), args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status === 0) return console.log(`ok ${command.join(' ')}`);
  console.error(stdout + stderr);
  process.exitCode = 1;
}

for (const [folder, ...profile] of packages) {
  run(['publint', folder, '--strict']);
  run(['attw', '--pack', folder, ...profile]);
}
run(['size-limit'], 'packages/browser-widget');
