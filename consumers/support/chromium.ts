/** Opens a real Chromium, as the packages' own browser tests do. */
export { launchChromium as openChromium } from '../../packages/server-lib/test/support/browser/chromium.js';
