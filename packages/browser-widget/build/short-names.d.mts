export declare const shortNames: Readonly<Record<string, string>>;
