/** The ways in which a rule changes a variable. */
export const changeNames = ['set', 'add', 'subtract', 'multiply', 'divide'] as const;
