// Keeps a definition in the browser while it is edited. The pages also work without JavaScript.
import { enableEditor } from './editor.js';
import { enableOptionFields } from './option-fields.js';
import { followEdited } from './preview-edited.js';

enableEditor();
enableOptionFields();
followEdited();
