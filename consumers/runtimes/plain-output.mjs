import { format } from 'node:util';

/** Prints values as Node does. Other runtimes format arrays and objects in their own ways. */
console.log = (...values) => process.stdout.write(`${format(...values)}\n`);
