import { maxSteps, stepsLayout } from '../../shared/presentation/scale.js';
import { asset } from '../ui/asset.js';
import script from '../ui/browser/main.js?script';
import mark from '../ui/logo.js';
import base from '../ui/styles/base.css';
import buttons from '../ui/styles/buttons.css';
import controls from '../ui/styles/controls.css';
import elements from '../ui/styles/elements.css';
import helpers from '../ui/styles/helpers.css';
import tokens from '../ui/styles/tokens.css';
import asks from './styles/asks.css';
import bars from './styles/bars.css';
import choiceGroups from './styles/choice-groups.css';
import choices from './styles/choices.css';
import formFields from './styles/form-fields.css';
import matrix from './styles/matrix.css';
import pageFooter from './styles/page-footer.css';
import results from './styles/results.css';
import widget from './styles/widget.css';

const folder = '/p/assets';

/** The columns of scales by their number of steps. The CSP of the pages forbids inline styles. */
const layouts = Array.from({ length: maxSteps }, (_, at) => `.of-${at + 1} {gap: 4px;${stepsLayout(at + 1)}}`);

/** The styles of hosted pages in one file. Later parts override earlier ones. */
const styles = [
  ...[tokens, base, helpers, buttons, controls, elements],
  ...[asks, pageFooter, formFields, choices, choiceGroups, ...layouts, matrix, bars, results, widget],
].join('\n');

/** The files that hosted pages load. */
export const pageAssets = {
  styles: asset(folder, 'styles.css', 'text/css; charset=utf-8', styles),
  script: asset(folder, 'script.js', 'text/javascript; charset=utf-8', script),
  mark: asset(folder, 'mark.svg', 'image/svg+xml', mark),
};
