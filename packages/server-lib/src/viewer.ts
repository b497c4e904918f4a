/* The script and styles of /docs. They are rarely requested: gzipped, and loaded at the first request. */
export { default as script } from './web/reference/browser/main.js?script&packed';
export { default as styles } from './web/reference/styles/reference.css?packed';
