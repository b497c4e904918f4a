/** The scrypt parameters that OWASP recommends for 32 MiB. Each hash contains its own, so that they can be raised later. */
export const passwordCost = { logN: 15, r: 8, p: 3 };
