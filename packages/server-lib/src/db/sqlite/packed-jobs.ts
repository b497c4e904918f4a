import { groupByWrite, type Job } from '../queue/jobs.js';

/**
 * The message for consecutive jobs of one write: a list of values for each member of their inputs. With an object for
 * each input, a message would contain the names of all members with each of them, which takes several times as long to
 * copy.
 */
export interface PackedJobs {
  readonly name: string;
  readonly isPiece: true | undefined;
  readonly count: number;
  /** The names of the members of all inputs. Null if their members differ: `columns` then has one list, of the inputs. */
  readonly members: readonly string[] | null;
  readonly columns: readonly (readonly unknown[])[];
}

/** Packs jobs. Their order stays. */
export function packJobs(jobs: readonly Job[]): PackedJobs[] {
  return groupByWrite(jobs).map(packRun);
}

function packRun(run: readonly Job[]): PackedJobs {
  const inputs: readonly unknown[] = run.map(({ input }) => input);
  const head = { name: run[0]?.name ?? '', isPiece: run[0]?.isPiece, count: run.length };
  const members = isPlain(inputs[0]) ? Object.keys(inputs[0]) : [];
  if (inputs.length < 2 || members.length === 0 || !haveMembers(inputs, members))
    return { ...head, members: null, columns: [inputs] };
  return { ...head, members, columns: members.map((name) => inputs.map((input) => input[name])) };
}

/** Returns whether all inputs have the same members, in the same order. */
function haveMembers(
  inputs: readonly unknown[],
  members: readonly string[],
): inputs is readonly Readonly<Record<string, unknown>>[] {
  return inputs.every((input) => {
    const names = isPlain(input) ? Object.keys(input) : [];
    return names.length === members.length && names.every((name, at) => name === members[at]);
  });
}

/** Returns whether a value is an object that consists of its members alone. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Returns the jobs that were packed. */
export function unpackJobs(packed: readonly PackedJobs[]): Job[] {
  return packed.flatMap((run) =>
    Array.from({ length: run.count }, (_, at) => {
      const job = { name: run.name, input: inputAt(run, at) };
      return run.isPiece ? { ...job, isPiece: run.isPiece } : job;
    }),
  );
}

// The types of inputs are lost between threads, like the types of all jobs.
function inputAt(run: PackedJobs, at: number): never;
function inputAt({ members, columns }: PackedJobs, at: number): unknown {
  if (!members) return columns[0]?.[at];
  const input: Record<string, unknown> = {};
  for (const [column, name] of members.entries()) input[name] = columns[column]?.[at];
  return input;
}
