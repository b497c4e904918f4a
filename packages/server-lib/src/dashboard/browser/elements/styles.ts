import bars from '../../../web/hosted/styles/bars.css';
import presentedResults from '../../../web/hosted/styles/results.css';
import base from '../../../web/ui/styles/base.css';
import buttons from '../../../web/ui/styles/buttons.css';
import controls from '../../../web/ui/styles/controls.css';
import elements from '../../../web/ui/styles/elements.css';
import helpers from '../../../web/ui/styles/helpers.css';
import pageHeader from '../../../web/ui/styles/page-header.css';
import tokens from '../../../web/ui/styles/tokens.css';
import asks from '../../styles/asks/asks.css';
import cards from '../../styles/cards.css';
import disclosures from '../../styles/disclosures.css';
import editor from '../../styles/editor/editor.css';
import editorFields from '../../styles/editor/editor-fields.css';
import logic from '../../styles/editor/logic.css';
import merge from '../../styles/editor/merge.css';
import outline from '../../styles/editor/outline.css';
import preview from '../../styles/editor/preview.css';
import settings from '../../styles/editor/settings.css';
import fades from '../../styles/fades.css';
import fields from '../../styles/fields.css';
import resultCards from '../../styles/results/result-cards.css';
import resultCharts from '../../styles/results/result-charts.css';
import resultFigures from '../../styles/results/result-figures.css';
import segments from '../../styles/segments.css';
import tables from '../../styles/tables.css';
import own from './elements.css';
import { toShadowCss } from './shadow-css.js';

const dashboard = [
  ...[tokens, base, helpers, pageHeader, buttons, controls, fields, elements],
  ...[
    bars,
    presentedResults,
    asks,
    cards,
    disclosures,
    fades,
    tables,
    segments,
    resultFigures,
    resultCards,
    resultCharts,
  ],
  ...[editor, editorFields, settings, outline, logic, merge, preview],
];

const sheet = new CSSStyleSheet();
sheet.replaceSync(`${dashboard.map(toShadowCss).join('\n')}\n${own}`);

/** Adds the styles of the dashboard to a shadow root. Constructed style sheets need no `style-src` in a CSP. */
export function addStyles(root: ShadowRoot): void {
  root.adoptedStyleSheets = [sheet];
}
