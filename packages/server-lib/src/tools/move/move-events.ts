/** The progress of a move, as events for the command that prints it. */
export type MoveEvent =
  | {
      readonly type: 'started';
      readonly resumed: boolean;
      readonly rows: number;
      /** The numbers of rows that the target has, by table. */
      readonly done: Readonly<Record<string, number>>;
    }
  | { readonly type: 'copied'; readonly table: string; readonly rows: number; readonly of: number }
  | { readonly type: 'compared'; readonly table: string; readonly rows: number; readonly hash: string }
  | { readonly type: 'recounted'; readonly findings: readonly string[] };

/** Receives what a move is doing. */
export type ReportMove = (event: MoveEvent) => void;

/** Why a database cannot be moved, or what went wrong. The message says what to do. */
export class MoveError extends Error {
  override readonly name = 'MoveError';

  constructor(
    message: string,
    /** What was found, a line each. */
    readonly findings: readonly string[] = [],
  ) {
    super(message);
  }
}
