/** Creates a function that returns the same number for the same object, and different numbers for different objects. */
export function createObjectNumbers(): (object: object) => number {
  const numbers = new WeakMap<object, number>();
  let lastNumber = 0;
  return (object) => {
    const number = numbers.get(object);
    if (number !== undefined) return number;
    numbers.set(object, ++lastNumber);
    return lastNumber;
  };
}
