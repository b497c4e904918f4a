import { version } from '../../../package.json';
import type { Meter } from './meter.js';

/**
 * Returns the meter of Askwell from `@opentelemetry/api`, or undefined if the package is not installed. Without an SDK in the app, the
 * meter does nothing. Not with `import`: bundlers would require every app to install the package.
 *
 * @param from The URL of the file that looks for the package.
 */
export function findMeter(from = import.meta.url): Meter | undefined {
  const require = process.getBuiltinModule('node:module').createRequire(from);
  let path: string;
  try {
    path = require.resolve('@opentelemetry/api');
  } catch {
    return undefined;
  }
  const { metrics }: typeof import('@opentelemetry/api') = require(path);
  return metrics.getMeter('@askwell/server', version);
}
