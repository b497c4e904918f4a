// Enhances the pages of the dashboard, which also work without JavaScript.
import '../../web/browser/main.js';
import { enableEditor } from './editor.js';
import { enablePalette } from './palette.js';
import { submitOnChange } from './submit-on-change.js';

submitOnChange();
enablePalette();
enableEditor();
