import type { AskKind } from '@askwell/server/contract';

/** Detail of the events of `<askwell-editor>`, `<askwell-results>` and `<askwell-asks>`. */
export interface OwnerDetail {
  readonly id: string;
  /** The kind of the ask. Null if it is not known yet. */
  readonly kind: AskKind | null;
}

/** The events of the elements for owners by name. */
export interface OwnerEvents {
  /** A change was saved. */
  'askwell:saved': CustomEvent<OwnerDetail>;
  /** The changes were published, or a closed poll, quiz or form was opened again. */
  'askwell:published': CustomEvent<OwnerDetail>;
  /** The poll, quiz or form was closed. */
  'askwell:closed': CustomEvent<OwnerDetail>;
  /** The poll, quiz or form was deleted. */
  'askwell:deleted': CustomEvent<OwnerDetail>;
  /** A poll, quiz or form was created in the list. */
  'askwell:created': CustomEvent<OwnerDetail>;
  /** Somebody chose a poll, quiz or form in the list. */
  'askwell:open': CustomEvent<OwnerDetail>;
  /** The element needs a token: it has none, or its token has expired. */
  'askwell:token': CustomEvent<OwnerDetail>;
}

/** The attributes of the elements for owners, apart from the ID of the ask. */
export interface OwnerAttributes {
  /** URL of the Askwell server with its base path. Default: the URL of the script. */
  server?: string | undefined;
  /** Token that the host's server created for this person. Default: the session of the person, on the same origin only. */
  token?: string | undefined;
  /** Color scheme. Default: the `color-scheme` of the page. */
  theme?: 'light' | 'dark' | undefined;
}
