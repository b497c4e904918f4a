import type { Faults } from '../../base/faults/faults.js';
import { fault } from '../../shared/faults/fault.js';

/** Host names with an optional port. `*.example.com` matches every subdomain of `example.com`. */
export type ImageHosts = readonly string[];

const hostPattern = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/;

/** Returns whether a text has the form of an entry of {@link ImageHosts}. */
export function isImageHost(text: string): boolean {
  return hostPattern.test(text);
}

/** Adds a fault for each image and video that is not on an allowed host. Those that the previous definition had are accepted. */
export function checkImages(content: unknown, before: unknown, hosts: ImageHosts | undefined, faults: Faults): void {
  if (hosts === undefined) return;
  const known = new Set(imagesIn(before).map(([, url]) => url));
  for (const [path, url] of imagesIn(content)) {
    if (!known.has(url) && !isAllowed(new URL(url), hosts))
      faults.add(path, fault('image_host_not_allowed', { hosts }));
  }
}

/** Returns the `img-src` and `media-src` sources of the Content-Security-Policy header. */
export function imageSources(hosts: ImageHosts | undefined, isSecure: boolean): string {
  const schemes = isSecure ? ['https:'] : ['https:', 'http:'];
  const sources =
    hosts === undefined ? schemes : hosts.flatMap((host) => schemes.map((scheme) => `${scheme}//${host}`));
  return ["'self'", 'data:', ...sources].join(' ');
}

function isAllowed({ host }: URL, hosts: ImageHosts): boolean {
  return hosts.some((allowed) => (allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed));
}

/** Returns the images and videos of a definition with their dotted paths. */
function imagesIn(content: unknown, path = ''): [path: string, url: string][] {
  if (typeof content !== 'object' || content === null) return [];
  return Object.entries(content).flatMap(([name, value]): [string, string][] => {
    if (name === 'image_url' || name === 'video_url') return typeof value === 'string' ? [[path + name, value]] : [];
    return imagesIn(value, `${path}${name}.`);
  });
}
