/** Returns the error with which a promise rejects, or undefined if it resolves. */
export function rejectionOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => error,
  );
}
