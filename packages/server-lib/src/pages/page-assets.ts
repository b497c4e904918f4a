import { asset } from '../web/asset.js';
import script from '../web/browser/main.js?script';
import mark from '../web/logo.js';
import base from '../web/styles/base.css';
import controls from '../web/styles/controls.css';
import elements from '../web/styles/elements.css';
import tokens from '../web/styles/tokens.css';
import asks from './styles/asks.css';
import choices from './styles/choices.css';
import results from './styles/results.css';
import widget from './styles/widget.css';

const folder = '/p/assets';

/** What visitors' pages refer to. */
export const assets = {
  styles: asset(
    folder,
    'styles.css',
    'text/css; charset=utf-8',
    [tokens, base, controls, elements, asks, choices, results, widget].join('\n'),
  ),
  script: asset(folder, 'script.js', 'text/javascript; charset=utf-8', script),
  mark: asset(folder, 'mark.svg', 'image/svg+xml', mark),
};
