// Enhances the pages of the dashboard, which also work without JavaScript.
import { enhancePage } from '../../web/ui/browser/enhance-page.js';
import { enableChartCopying } from './chart-images.js';
import { continueChange } from './continue-change.js';
import { showCurrentTab } from './current-tab.js';
import { enableDesign } from './design/show-design.js';
import { enablePreviewTools } from './editor/preview-tools.js';
import { followResults } from './live-results.js';
import { enablePalette } from './palette.js';
import { enablePresenter } from './presenter.js';
import { enableSelection } from './select-answers.js';
import { enableShortcuts } from './shortcuts.js';
import { clearOnSignOut } from './sign-out.js';
import { submitOnChange } from './submit-on-change.js';

enhancePage();
showCurrentTab();
submitOnChange();
enablePalette();
enableShortcuts();
enablePreviewTools();
enableDesign();
enableChartCopying();
followResults();
enablePresenter();
enableSelection();
continueChange();
clearOnSignOut();
