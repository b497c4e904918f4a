import { sha256 } from '../crypto/hash.js';

/** A file of the viewer, packed with gzip. */
export interface ViewerFile {
  /** Its name changes with its content, so that browsers may keep it for good. */
  readonly name: string;
  readonly type: string;
  readonly version: string;
  readonly packed: Uint8Array;
}

/** What the page at `/docs` loads. */
export interface Viewer {
  readonly script: ViewerFile;
  readonly styles: ViewerFile;
}

let loading: Promise<Viewer> | undefined;

/** Loaded when it is first asked for, and once. */
export function loadViewer(): Promise<Viewer> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Viewer> {
  const { script, styles } = await import('@askwell/server/viewer');
  return {
    script: fileOf('viewer', 'js', 'text/javascript; charset=utf-8', script),
    styles: fileOf('viewer', 'css', 'text/css; charset=utf-8', styles),
  };
}

function fileOf(name: string, extension: string, type: string, base64: string): ViewerFile {
  const version = sha256(base64).toString('hex').slice(0, 12);
  return { name: `${name}-${version}.${extension}`, type, version, packed: Buffer.from(base64, 'base64') };
}
