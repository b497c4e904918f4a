import type { ComputeLimit, Operation, Report } from '../operation.js';
import type { Failure } from '../store-error.js';

/** The registered reports, by name. The types of inputs are lost between threads. */
export type ReportsByName = ReadonlyMap<string, Report<never, unknown>>;

/** A report to run. */
export interface ReportCall {
  readonly name: string;
  readonly input: never;
}

/** A statement that the reader runs over a connection of the main thread. */
export interface ThreadQuery {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The outcome of a {@link ThreadQuery}. */
export type ThreadQueryResult = { readonly rows: readonly unknown[] } | { readonly queryFailed: Failure };

/** A message to the reader: a report to run, or the request to close. */
export type ReaderRequest = ReportCall | { readonly close: true };

/** A message from the reader: the outcome of a report, or a statement to run for it. */
export type ReaderResponse =
  | { readonly outcome: unknown }
  | { readonly failed: Failure }
  | { readonly query: ThreadQuery };

/** Returns the operation of a call. */
export function readReport(
  reports: ReportsByName,
  { name, input }: ReportCall,
  limit: ComputeLimit,
): Operation<unknown> {
  const report = reports.get(name);
  if (!report) throw new Error(`There is no report named ${name}.`);
  return report.read(input, limit);
}
