// Keeps a definition in the browser while it is edited. The pages also work without JavaScript.
import { enableEditor } from './editor.js';
import { enableOptionFields } from './option-fields.js';
import { followEdited } from './preview-edited.js';

// Older browsers post the forms, as without JavaScript.
if ('toSpliced' in Array.prototype) enableEditor();
enableOptionFields();
followEdited();
