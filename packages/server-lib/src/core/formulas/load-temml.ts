/** The parts of temml that are used. */
export type Temml = typeof import('@askwell/server/temml')['default'];

/** Loads temml at the first call: most instances have no quiz with a formula. */
export async function loadTemml(): Promise<Temml> {
  return (await import('@askwell/server/temml')).default;
}
