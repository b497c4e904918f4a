import type { TestProjectConfiguration } from 'vitest/config';

/** The projects of the tests: one for each tier on a database. */
export declare const testProjects: TestProjectConfiguration[];

/** Why this machine leaves tests out, a sentence for each. */
export declare const leftOut: readonly string[];
