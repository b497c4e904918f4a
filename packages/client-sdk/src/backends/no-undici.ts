/** Stands in for undici in bundles for runtimes that cannot run it, so that they do not contain it. */
export const Agent = undefined;
