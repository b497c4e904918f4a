import type { JsonObject } from '../../base/validation/json-value.js';
import type { Design, Site } from '../../shared/contract/resources.js';
import type { Issue } from '../../shared/faults/fault.js';
import type { Fill } from '../../shared/presentation/rich-text.js';

/** What the controls of a definition need besides its values. */
export interface EditorContext {
  readonly sites: readonly Site[];
  /** Whether the app signs its users in, so that answers can be limited to them. Default: false. */
  readonly hasUsers?: boolean;
  /** Whether the service sends emails, which receipts need. Default: true. */
  readonly sendsEmails?: boolean;
  readonly issues: readonly Issue[];
  /** The fields of a form that come before the edited one. Conditions refer to them. */
  readonly earlierFields: readonly JsonObject[];
  /** The variables of a form that conditions can refer to. Absent: none. */
  readonly variables?: readonly JsonObject[];
  /** What a page can lead to. */
  readonly targets?: readonly { readonly value: string; readonly text: string; readonly isEnding: boolean }[];
  /** Puts the labels of fields in place of the placeholders in a text. Absent: texts stay as they are. */
  readonly nameText?: Fill;
  /** The design of the site, for the controls of a design. */
  readonly siteDesign?: Design | null;
}

/** Returns the messages of the faults of a member. */
export function messagesAt({ issues }: EditorContext, path: string): string[] {
  return issues.filter((issue) => issue.path === path).map(({ message }) => message);
}

/** The query of the texts of a whole quiz or form. A page without a query shows the list of its questions or fields first. */
export const textsQuery = '?item=';

/** Returns the ID of the element that edits a member. */
export function elementId(path: string): string {
  return `m-${path.replaceAll('.', '-')}`;
}
