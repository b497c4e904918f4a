/* The script and styles of /docs. They are large and rarely requested: gzipped, and loaded at the first request. */
export { default as script } from './openapi/browser/main.js?script&packed';
export { default as styles } from './openapi/styles/viewer.css?packed';
