/** The reply of the server after it has saved a change. */
export interface SavedState {
  readonly revision: string;
  readonly draft: object;
  readonly issues: readonly { readonly path: string; readonly message: string }[];
  /** The definition that the widget takes. Null if the draft is not valid. */
  readonly embedded: object | null;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the members of a reply; undefined if the response is invalid. */
export function toSavedState(reply: unknown): SavedState | undefined {
  if (!isRecord(reply)) return undefined;
  const { revision, draft, issues, embedded } = reply;
  if (typeof revision !== 'string' || !isRecord(draft) || !Array.isArray(issues)) return undefined;
  return { revision, draft, issues: toIssues(issues), embedded: isRecord(embedded) ? embedded : null };
}

/** Returns the issues of a reply. */
export function toIssues(issues: unknown): SavedState['issues'] {
  return Array.isArray(issues) ? issues.filter(isIssue) : [];
}

function isIssue(issue: unknown): issue is SavedState['issues'][number] {
  return isRecord(issue) && typeof issue['path'] === 'string' && typeof issue['message'] === 'string';
}
