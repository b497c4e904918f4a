import bars from '../../pages/styles/bars.css';
import presentedResults from '../../pages/styles/results.css';
import base from '../../web/styles/base.css';
import buttons from '../../web/styles/buttons.css';
import controls from '../../web/styles/controls.css';
import elements from '../../web/styles/elements.css';
import helpers from '../../web/styles/helpers.css';
import tokens from '../../web/styles/tokens.css';
import answers from './answers.css';
import asks from './asks.css';
import asksList from './asks-list.css';
import cards from './cards.css';
import developers from './developers.css';
import disclosures from './disclosures.css';
import editor from './editor.css';
import landing from './landing.css';
import landingHero from './landing-hero.css';
import landingSample from './landing-sample.css';
import layout from './layout.css';
import pageHeader from './page-header.css';
import print from './print.css';
import results from './results.css';
import resultsScreen from './results-screen.css';
import share from './share.css';
import tables from './tables.css';
import templates from './templates.css';
import values from './values.css';

/** The styles of the dashboard in one file. Later parts override earlier ones. */
export default [
  ...[tokens, base, helpers, pageHeader, layout, buttons, controls, elements],
  ...[
    bars,
    presentedResults,
    asks,
    cards,
    values,
    disclosures,
    tables,
    developers,
    share,
    asksList,
    templates,
    editor,
    answers,
    landingHero,
    landingSample,
    landing,
    results,
    resultsScreen,
    print,
  ],
].join('\n');
