import { isObject } from '../../base/validation/objects.js';
import type { Meter } from './meter.js';

/** Who can read the metrics of an instance, and where else they are reported. */
export interface MetricsOptions {
  // Generated from instance/options/option-table.ts by `npm run generate`.
  /** Serves `/metrics` to requests with this bearer token. At least 16 characters. Use another one than the secret. */
  token?: string | undefined;
  /**
   * Serves `/metrics` to these clients only: addresses and CIDR ranges. For others, it does not exist. With `token`, a
   * request needs both.
   */
  addresses?: readonly string[] | undefined;
  /**
   * Reports the metrics to OpenTelemetry: a `Meter`, or `false`. Default: the meter of the app, if `@opentelemetry/api`
   * is installed.
   */
  meter?: Meter | false | undefined;
}

/** The minimum length of a token. */
export const minTokenLength = 16;

/** Returns whether a token can be the value of a header and is long enough. */
export function isMetricsToken(value: unknown): boolean {
  return typeof value === 'string' && value.length >= minTokenLength && /^[\x21-\x7e]+$/.test(value);
}

const meterMethods = [
  'createHistogram',
  'createObservableCounter',
  'createObservableUpDownCounter',
  'createObservableGauge',
];

/** Returns whether a value is false or has the methods of a meter. */
export function isMeter(value: unknown): boolean {
  if (value === false) return true;
  return isObject(value) && meterMethods.every((name) => typeof Reflect.get(value, name) === 'function');
}
