/** The content codings that bodies are compressed with, the one that compresses best first. */
export const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/**
 * Returns the coding that `Accept-Encoding` prefers; of equals, the one that compresses best. Null: the body is sent
 * uncompressed, because the client accepts no coding or prefers none.
 */
export function encodingFor(accepted: string | undefined, among: readonly Encoding[] = encodings): Encoding | null {
  if (accepted === undefined) return null;
  const qualities = new Map(accepted.split(',').map(readQuality));
  const qualityOf = (coding: string) => qualities.get(coding) ?? qualities.get('*') ?? 0;
  const [best] = among.toSorted((a, b) => qualityOf(b) - qualityOf(a));
  if (best === undefined || qualityOf(best) <= 0) return null;
  return qualityOf('identity') > qualityOf(best) ? null : best;
}

/** `gzip;q=0.5` */
function readQuality(text: string): [coding: string, quality: number] {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const given = parameters.find((parameter) => parameter.startsWith('q='));
  const quality = given === undefined ? 1 : Number(given.slice(2));
  return [name, Number.isNaN(quality) ? 0 : quality];
}
