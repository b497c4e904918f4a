/**
 * Gathers what comes in one turn of the event loop and hands it on together. Doing one thing many times over is faster
 * than doing many things in turn: the code stays in the processor's cache, and reads share one state of the database.
 */
export function eachTurn<Item>(handle: (items: readonly Item[]) => void): (item: Item) => void {
  let gathered: Item[] = [];

  function handOn(): void {
    const items = gathered;
    gathered = [];
    handle(items);
  }

  return (item) => {
    if (gathered.push(item) === 1) setImmediate(handOn);
  };
}
