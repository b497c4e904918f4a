/** Red, green and blue from 0 to 1, as sRGB encodes them. */
type Rgb = readonly [red: number, green: number, blue: number];

/** Returns whether a text is a color such as `#0a7d5a`. */
export function isHexColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}

function parse(hex: string): Rgb {
  const at = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16) / 255;
  return [at(1), at(3), at(5)];
}

function format(channels: Rgb): string {
  return `#${channels
    .map((channel) =>
      Math.round(channel * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

const decode = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
const encode = (light: number) => (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);
const clamp = (value: number) => Math.min(1, Math.max(0, value));

/** Returns the relative luminance of a color, by WCAG 2. */
export function luminanceOf(hex: string): number {
  const [red, green, blue] = parse(hex);
  return 0.2126 * decode(red) + 0.7152 * decode(green) + 0.0722 * decode(blue);
}

/** Returns the contrast ratio of two colors, by WCAG 2: from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [a, b] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Returns a color with another lightness in OKLCH, with the same hue and chroma. Channels outside of sRGB are clipped. */
export function withLightness(hex: string, change: (lightness: number) => number): string {
  const [red, green, blue] = parse(hex);
  const [r, g, b] = [decode(red), decode(green), decode(blue)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const lightness = change(0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s);
  const [u, v] = [
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
  const long = (lightness + 0.3963377774 * u + 0.2158037573 * v) ** 3;
  const medium = (lightness - 0.1055613458 * u - 0.0638541728 * v) ** 3;
  const short = (lightness - 0.0894841775 * u - 1.291485548 * v) ** 3;
  return format([
    encode(clamp(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short)),
    encode(clamp(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short)),
    encode(clamp(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short)),
  ]);
}
