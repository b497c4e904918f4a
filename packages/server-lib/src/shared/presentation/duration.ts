/** Formats a duration in a language: `1 minute 30 seconds`. */
export function formatDuration(seconds: number, locale: string): string {
  const parts = [
    [Math.floor(seconds / 60), 'minute'],
    [seconds % 60, 'second'],
  ] as const;
  return parts
    .filter(([amount, unit]) => amount > 0 || (unit === 'second' && seconds === 0))
    .map(([amount, unit]) => amount.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'long' }))
    .join(' ');
}
