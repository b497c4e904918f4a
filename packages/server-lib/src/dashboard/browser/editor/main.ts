// Keeps a definition in the browser while it is edited. The pages also work without JavaScript.
import { dashboardHost } from './dashboard-host.js';
import { createEditor } from './editor.js';
import { pageData } from './editor-page.js';
import { enableOptionFields } from './option-fields.js';
import { followEdited } from './preview-edited.js';

// Older browsers post the forms, as without JavaScript.
const data = 'toSpliced' in Array.prototype ? pageData() : undefined;
if (data) {
  createEditor(data, dashboardHost(data));
  // From now on each change is saved, so that the pages show no buttons for it.
  document.body.dataset['saves'] = '';
}
const page = { root: document, signal: new AbortController().signal };
enableOptionFields(page);
followEdited(page);
