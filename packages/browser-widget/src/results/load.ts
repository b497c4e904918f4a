/** Loads what draws results: for the package, whose user's bundler parts it. */
export const loadResults = (_server: string) => import('./results.js');
