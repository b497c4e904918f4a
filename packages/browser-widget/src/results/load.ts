/** Loads the code that renders results. Used in the package, where the app's bundler splits it off. */
export const loadResults = () => import('./results.js');
