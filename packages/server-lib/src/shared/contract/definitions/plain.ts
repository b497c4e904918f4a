/** The same type, which editors show as its members instead of the names of the types that it is made of. */
export type Plain<Type> = Type extends infer Value ? { [Member in keyof Value]: Value[Member] } : never;
