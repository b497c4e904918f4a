/** Returns the path of PgBouncer. Undefined if it is not installed. */
export declare function findPgBouncer(): string | undefined;
