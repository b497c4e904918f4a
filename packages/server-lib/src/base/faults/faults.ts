import { describeFault, type Fault, type Issue } from '../../shared/faults/fault.js';
import { type AskwellError, maxIssues, validationError } from '../errors.js';

/** Collects faults by the dotted paths of fields. Keeps only the first paths, up to a maximum. */
export class Faults {
  /** Created with the first fault. Most answers have none. */
  #paths: Set<string> | undefined;
  #issues: Issue[] | undefined;

  add(path: string, fault: Fault): void {
    this.#paths ??= new Set();
    this.#issues ??= [];
    if (!this.#paths.has(path) && this.#paths.size === maxIssues) return;
    this.#paths.add(path);
    this.#issues.push({ path, ...fault, message: describeFault(fault) });
  }

  /** Adds the faults of another collection. */
  include(others: Faults): void {
    for (const { path, code, params } of others.issues) this.add(path, { code, params });
  }

  get any(): boolean {
    return this.#issues !== undefined;
  }

  get issues(): readonly Issue[] {
    return this.#issues ?? noIssues;
  }

  /** Returns the 422 error with these faults. */
  toError(): AskwellError {
    return validationError(this.#issues ?? []);
  }
}

const noIssues: readonly Issue[] = [];
