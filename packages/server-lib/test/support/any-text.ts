import fc from 'fast-check';

const isHalfOfPair = (code: number) => code >= 0xd800 && code <= 0xdfff;

/** Any character, often of ASCII or of two bytes. */
const character = fc
  .oneof(fc.nat(0x7f), fc.nat(0xffff), fc.nat(0x10ffff))
  .filter((code) => !isHalfOfPair(code))
  .map((code) => String.fromCodePoint(code));

/** Texts of any characters. The unit `binary` of fast-check first lists all characters, which takes more than a second. */
export function anyText(length: { readonly maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ ...length, unit: character });
}
