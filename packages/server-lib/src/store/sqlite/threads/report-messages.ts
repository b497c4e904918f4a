import type { Operation, Report } from '../../operation.js';
import type { Failure } from '../store-error.js';

/** The reports of this build, by name. An input has the type its report was called with, which no thread boundary can tell. */
export type ReportsByName = ReadonlyMap<string, Report<never, unknown>>;

/** A report to run. */
export interface ReportCall {
  readonly name: string;
  readonly input: never;
}

/** What the reader is sent: a report to run, or that it shall close. */
export type ReaderRequest = ReportCall | { readonly close: true };

/** What became of a report. */
export type ReaderResponse = { readonly outcome: unknown } | { readonly failed: Failure };

/** Returns the operation of a call. */
export function readReport(reports: ReportsByName, { name, input }: ReportCall): Operation<unknown> {
  const report = reports.get(name);
  if (!report) throw new Error(`There is no report named ${name}.`);
  return report.read(input);
}
