/* What `/widget.js` is: it finds out where it came from, and brings the elements to life. */
import { define } from './define.js';
import { watchStandIns } from './elements/replace-placeholders.js';
import { serverUrl } from './server-url.js';

const script = document.currentScript;

define({ server: (script instanceof HTMLScriptElement && serverUrl(script)) || undefined });
watchStandIns();
