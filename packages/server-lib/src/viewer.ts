/* What /docs is made of: loaded when it is first asked for, and packed, since few ask and it is large. */
export { default as script } from './openapi/browser/main.js?script&packed';
export { default as styles } from './openapi/styles/viewer.css?packed';
