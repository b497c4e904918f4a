/** The maximum number of API keys of an account. */
export const maxKeys = 100;
