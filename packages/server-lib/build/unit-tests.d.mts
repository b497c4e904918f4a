export declare function unitTests(): string[];
