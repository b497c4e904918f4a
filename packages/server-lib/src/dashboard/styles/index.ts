import bars from '../../web/hosted/styles/bars.css';
import presentedResults from '../../web/hosted/styles/results.css';
import base from '../../web/ui/styles/base.css';
import buttons from '../../web/ui/styles/buttons.css';
import controls from '../../web/ui/styles/controls.css';
import elements from '../../web/ui/styles/elements.css';
import helpers from '../../web/ui/styles/helpers.css';
import pageHeader from '../../web/ui/styles/page-header.css';
import tokens from '../../web/ui/styles/tokens.css';
import answers from './asks/answers.css';
import asks from './asks/asks.css';
import asksList from './asks/asks-list.css';
import design from './asks/design.css';
import share from './asks/share.css';
import templates from './asks/templates.css';
import cards from './cards.css';
import developers from './developers.css';
import disclosures from './disclosures.css';
import editor from './editor/editor.css';
import editorFields from './editor/editor-fields.css';
import logic from './editor/logic.css';
import merge from './editor/merge.css';
import outline from './editor/outline.css';
import palette from './editor/palette.css';
import preview from './editor/preview.css';
import settings from './editor/settings.css';
import translate from './editor/translate.css';
import fades from './fades.css';
import fields from './fields.css';
import landing from './landing/landing.css';
import landingHero from './landing/landing-hero.css';
import landingSample from './landing/landing-sample.css';
import layout from './layout.css';
import print from './print.css';
import crossTable from './results/cross-table.css';
import resultCards from './results/result-cards.css';
import resultCharts from './results/result-charts.css';
import resultFigures from './results/result-figures.css';
import resultFilters from './results/result-filters.css';
import resultLink from './results/result-link.css';
import resultPrint from './results/result-print.css';
import resultsScreen from './results/results-screen.css';
import segments from './segments.css';
import tables from './tables.css';
import values from './values.css';

/** The styles of the dashboard in one file. Later parts override earlier ones. */
export default [
  ...[tokens, base, helpers, pageHeader, layout, buttons, controls, fields, elements],
  ...[
    bars,
    presentedResults,
    asks,
    cards,
    values,
    disclosures,
    fades,
    tables,
    developers,
    share,
    asksList,
    templates,
    segments,
    editor,
    editorFields,
    settings,
    outline,
    logic,
    translate,
    merge,
    palette,
    preview,
    design,
    answers,
    landingHero,
    landingSample,
    landing,
    resultFilters,
    resultFigures,
    resultCards,
    resultCharts,
    crossTable,
    resultLink,
    resultPrint,
    resultsScreen,
    print,
  ],
].join('\n');
