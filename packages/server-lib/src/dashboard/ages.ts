const units = [
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const;

const ageFormat = new Intl.RelativeTimeFormat('en');

/** Formats how long ago something was, such as `2 minutes ago`, in microseconds. */
export function formatAge(age: number): string {
  const seconds = age / 1_000_000;
  const [unit, length] = units.find(([, least]) => seconds >= least) ?? [];
  return unit === undefined ? 'just now' : ageFormat.format(-Math.floor(seconds / length), unit);
}
