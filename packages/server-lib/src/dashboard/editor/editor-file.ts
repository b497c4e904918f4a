import type { PageEndpoint } from '../../http/page-endpoint.js';
import { current, fileEndpoint } from '../../web/embed/embed-endpoints.js';
import { EmbedFile } from '../../web/embed/embed-file.js';
import elements from '../browser/elements/main.js?script';

const file = new EmbedFile('text/javascript; charset=utf-8', elements);

/** `/editor.js`: the elements that edit asks on pages of a host. */
export function editorFileRoutes(): PageEndpoint[] {
  return [fileEndpoint('/editor.js', current, () => file)];
}
