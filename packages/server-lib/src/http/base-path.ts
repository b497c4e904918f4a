import { invalidOption } from '../base/validation/option-error.js';

/** The parts of `baseUrl` and `basePath`, checked. */
export interface UrlSettings {
  /** Scheme, host and port as browsers see them; undefined without a `baseUrl`. */
  readonly origin: string | undefined;
  /** The path that requests arrive under; empty at the root. */
  readonly basePath: string;
  /** The path that links start with: the path of `baseUrl`; undefined without a `baseUrl`. */
  readonly linkBase: string | undefined;
  /** Whether browsers use https. */
  readonly secure: boolean;
}

/** Returns the URL of a path below the base path. Without a `baseUrl`, the path alone. */
export function publicUrl({ origin = '', basePath, linkBase = basePath }: UrlSettings, path: string): string {
  return `${origin}${linkBase}${path}`;
}

/**
 * Parses `baseUrl` and `basePath`.
 *
 * @throws OptionError that names the invalid option.
 */
export function parseUrlOptions({
  baseUrl,
  basePath,
}: {
  readonly baseUrl?: string | undefined;
  readonly basePath?: string | undefined;
}): UrlSettings {
  const url = baseUrl === undefined ? undefined : parseBaseUrl(baseUrl);
  const linkBase = url && trimPath(url.pathname);
  return {
    origin: url?.origin,
    basePath: basePath === undefined ? (linkBase ?? '') : parseBasePath(basePath),
    linkBase,
    secure: url?.protocol === 'https:',
  };
}

/** Returns the path percent-encoded, as in requests. */
function parseBasePath(text: string): string {
  const path = trimPath(text);
  if (!/^(\/[^/?#\s\\]+)*$/.test(path)) throw invalidOption('basePath', 'a path such as "/polls"', text);
  return trimPath(new URL(path, 'http://localhost').pathname);
}

function parseBaseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const bare = url && !url.search && !url.hash && !url.username && !url.password;
  // Links that began with two slashes would lead to another host.
  if (!bare || !/^https?:$/.test(url.protocol) || /\/\/./.test(url.pathname)) {
    throw invalidOption('baseUrl', 'an http or https URL without a query, such as "https://example.com/polls"', text);
  }
  return url;
}

function trimPath(path: string): string {
  return path.replace(/\/+$/, '');
}
