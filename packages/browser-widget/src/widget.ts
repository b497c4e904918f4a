/* The entry of `/widget.js`. Registers the elements with the server that the script was loaded from. */
import { define } from './define.js';
import { replacePlaceholders } from './elements/replace-placeholders.js';
import { ownScript } from './files/own-script.js';
import { serverUrl } from './server-url.js';

define({ server: (ownScript instanceof HTMLScriptElement && serverUrl(ownScript)) || undefined });
replacePlaceholders();
