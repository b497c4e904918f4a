import { sha256 } from '../../base/crypto/hash.js';

/** A file of the viewer. */
export interface ViewerFile {
  /** Contains a hash of the content, so that browsers can cache the file forever. */
  readonly name: string;
  readonly type: string;
  readonly version: string;
  readonly gzipped: Uint8Array;
}

/** The files that the page at `/docs` loads. */
export interface Viewer {
  readonly script: ViewerFile;
  readonly styles: ViewerFile;
}

let loading: Promise<Viewer> | undefined;

/** Loads the viewer at the first call. */
export function loadViewer(): Promise<Viewer> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Viewer> {
  const { script, styles } = await import('@askwell/server/viewer');
  return {
    script: toFile('viewer', 'js', 'text/javascript; charset=utf-8', script),
    styles: toFile('viewer', 'css', 'text/css; charset=utf-8', styles),
  };
}

function toFile(name: string, extension: string, type: string, base64: string): ViewerFile {
  const version = sha256(base64).toString('hex').slice(0, 12);
  return { name: `${name}-${version}.${extension}`, type, version, gzipped: Buffer.from(base64, 'base64') };
}
