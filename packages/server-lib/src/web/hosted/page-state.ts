import type { Html } from '../../base/html.js';

/** The content of a hosted page in one of its states. */
export interface PageState {
  /** The part above the widget. The widget does not replace it. */
  readonly head?: Html;
  readonly body: Html;
  /** The HTTP status. Default: 200. */
  readonly status?: number;
  readonly isProblem?: boolean;
  /** Whether the widget replaces the body. True only if the body contains nothing that would be lost. */
  readonly hasWidget?: boolean;
  /** Whether the page shows one field at a time. */
  readonly isOneField?: boolean;
  /** The ID of the answer that the widget shows. */
  readonly answer?: string | undefined;
  /** Whether the URL contains an ID that only this visitor may know. */
  readonly isSecret?: boolean;
  /**
   * Whether the page may be compressed: it contains nothing of the visitor's own answer, and no secrets except those in
   * its form (the voter, the ticket and the `started` token).
   */
  readonly isCompressible?: boolean;
}
