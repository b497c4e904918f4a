import {
  type Program,
  type ProgramOptions,
  startProgram as startServerProgram,
} from '../../packages/server-lib/test/support/processes/start-program.js';
import { cleared } from './run.js';

export type { Program };

/**
 * Starts a program with `node` on a free port, which it finds in `PORT`, with `ASKWELL_BASE_URL` and a new `ASKWELL_DATABASE`,
 * and waits until it listens.
 */
export function startProgram(options: ProgramOptions): Promise<Program> {
  return startServerProgram({ ...options, env: { ...cleared, ...options.env } });
}
