export declare function licencesOf(packages: readonly string[]): string;
