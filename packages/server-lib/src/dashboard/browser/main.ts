// Enhances the pages of the dashboard, which also work without JavaScript.
import { enhancePage } from '../../web/browser/enhance-page.js';
import { enableEditor } from './editor.js';
import { enablePalette } from './palette.js';
import { submitOnChange } from './submit-on-change.js';

enhancePage();
submitOnChange();
enablePalette();
enableEditor();
