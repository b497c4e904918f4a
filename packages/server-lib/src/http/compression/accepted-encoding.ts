/** The supported content codings, best compression first. */
export const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/**
 * Returns the coding that `Accept-Encoding` prefers. Of codings with the same quality, the one with the best compression wins.
 *
 * @param available The codings to choose from, best compression first.
 * @returns Null if the client prefers an uncompressed body or accepts none of the codings.
 */
export function encodingFor(header: string | undefined, available: readonly Encoding[] = encodings): Encoding | null {
  if (header === undefined) return null;
  const qualities = new Map(header.split(',').map(parseQuality));
  const qualityOf = (coding: string) => qualities.get(coding) ?? qualities.get('*') ?? 0;
  const [best] = available.toSorted((a, b) => qualityOf(b) - qualityOf(a));
  if (best === undefined || qualityOf(best) <= 0) return null;
  return qualityOf('identity') > qualityOf(best) ? null : best;
}

/** Parses `gzip;q=0.5`. */
function parseQuality(text: string): [coding: string, quality: number] {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const parameter = parameters.find((candidate) => candidate.startsWith('q='));
  const quality = parameter === undefined ? 1 : Number(parameter.slice(2));
  return [name, Number.isNaN(quality) ? 0 : quality];
}
