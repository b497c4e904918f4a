import { type AskwellError, maxIssues, validationError } from '../errors.js';
import { describeFault, type Fault, type Issue } from './fault.js';

/** Collects the faults of an answer or a definition by the dotted paths of fields. Of very many paths it keeps the first. */
export class Faults {
  readonly #paths = new Set<string>();
  readonly #issues: Issue[] = [];

  add(path: string, fault: Fault): void {
    if (!this.#paths.has(path) && this.#paths.size === maxIssues) return;
    this.#paths.add(path);
    this.#issues.push({ path, ...fault, message: describeFault(fault) });
  }

  /** Adds the faults of another collection. */
  include(others: Faults): void {
    for (const { path, code, params } of others.#issues) this.add(path, { code, params });
  }

  get any(): boolean {
    return this.#issues.length > 0;
  }

  get issues(): readonly Issue[] {
    return this.#issues;
  }

  /** The refusal of what has these faults. */
  toError(): AskwellError {
    return validationError(this.#issues);
  }
}
