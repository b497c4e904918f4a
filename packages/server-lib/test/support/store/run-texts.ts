/** The statements of the product that the tests of the current file have run, as PostgreSQL would get them, with the kinds of each value. */
export const runTexts = new Map<string, Set<string>[]>();

let isRecording = true;

/** Returns whether the statements of a connection that is created now are statements of the product. */
export function areRecorded(): boolean {
  return isRecording;
}

/** Creates a connection for the statements of a test, which are not recorded. */
export function withoutRecord<Connection>(create: () => Connection): Connection {
  isRecording = false;
  try {
    return create();
  } finally {
    isRecording = true;
  }
}
