/** The ends of the scale of a rating that does not set its own. */
export const defaultScale = { min: 1, max: 5 } as const;

/** The ends of the scale of net promoter scores. */
export const npsScale = { min: 0, max: 10 } as const;
