/* The script and styles of /docs. They are rarely requested: gzipped, and loaded at the first request. */
export { default as script } from './openapi/reference/browser/main.js?script&packed';
export { default as styles } from './openapi/reference/styles/reference.css?packed';
