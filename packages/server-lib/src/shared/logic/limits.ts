/** The maximum number of conditions of a field, a rule, an ending or a quota, in all of its groups. */
export const mostConditions = 50;

/** How many groups of conditions can be inside each other. */
export const deepestGroup = 4;

/** The largest value of a number variable. The smallest is its negative. */
export const maxVariable = 1_000_000_000;

/** The maximum length of a text variable. Longer texts are cut. */
export const maxVariableLength = 500;

/** The target of a jump that ends the form. */
export const submitTarget = 'submit';
