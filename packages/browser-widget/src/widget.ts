/* The entry of `/widget.js`. Registers the elements with the server that the script was loaded from. */
import { define } from './define.js';
import { replacePlaceholders } from './elements/replace-placeholders.js';
import { serverUrl } from './server-url.js';

const script = document.currentScript;

define({ server: (script instanceof HTMLScriptElement && serverUrl(script)) || undefined });
replacePlaceholders();
