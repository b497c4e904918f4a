import { encode, renderSVG } from 'uqr';
import type { Reply } from '../../http/exchange.js';
import { encodePng } from './png.js';

/** The minimum width of the PNG image in pixels: enough for print. */
const pngWidth = 1_024;
/** The correction level and the quiet zone that scanners need. */
const settings = { ecc: 'M', border: 4 } as const;

/** Returns the QR code of a URL as an SVG image, dark on light. */
export function qrSvg(url: string): string {
  return renderSVG(url, { ...settings, whiteColor: '#fff', blackColor: '#000' });
}

/** Returns the QR code of a URL as a PNG image, in which each module is a square of whole pixels. */
export function qrPng(url: string): Uint8Array {
  const { size, data } = encode(url, settings);
  return encodePng(data, Math.ceil(pngWidth / size));
}

const types = { svg: 'image/svg+xml; charset=utf-8', png: 'image/png' } as const;

/** Returns an image of a dashboard page, which browsers save under a name if it is opened as a link. */
export function imageReply(type: keyof typeof types, name: string, body: string | Uint8Array): Reply {
  return {
    status: 200,
    headers: [
      ...['content-type', types[type]],
      ...['content-disposition', `attachment; filename="${name}"`],
      ...['content-security-policy', "default-src 'none'"],
      ...['cross-origin-resource-policy', 'same-origin'],
      ...['cache-control', 'no-store'],
    ],
    body,
  };
}
