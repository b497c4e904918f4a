/** Observes the groups of writes. */
export interface WriteObserver {
  /** The writer reported the outcomes of a group, `milliseconds` after it was sent. */
  settled(writes: number, milliseconds: number): void;
  /** Writes failed because of the database, or because their writer ended. */
  failed(writes: number): void;
}
