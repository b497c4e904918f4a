import { html } from '../../base/html.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import { script, scriptPath, versionPath } from '../../web/embed/widget-files.js';

/** Returns the tag of the script that shows asks. */
export function scriptTag(url: string): string {
  return `<script async src="${url}${scriptPath}"></script>`;
}

/** Returns a script tag with the hash of the script, so that browsers run no other version. */
export function versionedScript(url: string): string {
  return `<script async src="${url}${versionPath}"\n  integrity="${script.integrity}" crossorigin="anonymous"></script>`;
}

/** Returns the element that shows an ask. */
export function elementTag(kind: AskKind, id: string, prefill?: string): string {
  const more = prefill === undefined ? '' : html` prefill="${prefill}"`;
  return html`<askwell-${kind} ${kind}-id="${id}"${more}></askwell-${kind}>`.markup;
}

/** Returns the tags that embed an ask. */
export function embedTags(url: string, kind: AskKind = 'poll', id = 'poll_…'): string {
  return `${scriptTag(url)}\n${elementTag(kind, id)}`;
}
