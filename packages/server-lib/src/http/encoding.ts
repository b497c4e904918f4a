/** How a body may be packed, the tightest first. */
export const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** The tightest way of packing that `Accept-Encoding` likes best, among those there are; null: as it is. */
export function encodingFor(accepted: string | undefined, among: readonly Encoding[] = encodings): Encoding | null {
  const wishes = new Map((accepted ?? '').split(',').map(readWish));
  const likingOf = (encoding: string) => wishes.get(encoding) ?? wishes.get('*') ?? 0;
  const [best] = among.toSorted((a, b) => likingOf(b) - likingOf(a));
  return best !== undefined && likingOf(best) > 0 ? best : null;
}

/** `gzip;q=0.5` */
function readWish(text: string): [encoding: string, liking: number] {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  const liking = quality === undefined ? 1 : Number(quality.slice(2));
  return [name, Number.isNaN(liking) ? 0 : liking];
}
