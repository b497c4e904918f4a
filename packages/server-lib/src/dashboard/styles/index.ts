import base from '../../web/styles/base.css';
import controls from '../../web/styles/controls.css';
import elements from '../../web/styles/elements.css';
import tokens from '../../web/styles/tokens.css';
import landing from './landing.css';
import layout from './layout.css';
import pieces from './pieces.css';
import print from './print.css';
import tables from './tables.css';

/** Every style of the dashboard in one sheet; later parts rest on earlier ones. */
export default [tokens, base, layout, controls, elements, pieces, tables, landing, print].join('\n');
