import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { componentOf, documented } from './documented.js';

interface Cat {
  name: string;
  age?: number;
  toys: { colour: 'red' | 'blue' }[];
}

const name = z.string();
const age = z.exactOptional(z.number());
const toys = z.array(z.object({ colour: z.enum(['red', 'blue']) }));

test('registers the schema of a type', () => {
  const cat = componentOf<Cat>()('Cat', z.object({ name, age, toys }), { examples: [{ name: 'Mau', toys: [] }] });
  expectTypeOf<z.output<typeof cat>>().toEqualTypeOf<Cat>();
  expect(documented.get(cat)).toEqual({ id: 'Cat', examples: [{ name: 'Mau', toys: [] }], only: 'document' });
});

test('does not compile if the schema and the type differ', () => {
  const cats = componentOf<Cat>();
  // @ts-expect-error An optional member is missing.
  cats('Cat1', z.object({ name, toys }));
  // @ts-expect-error There is an additional member.
  cats('Cat2', z.object({ name, age, toys, tail: z.boolean() }));
  // @ts-expect-error A member has another type.
  cats('Cat3', z.object({ name, age: z.exactOptional(z.string()), toys }));
  // @ts-expect-error A member may be null.
  cats('Cat4', z.object({ name: name.nullable(), age, toys }));
  // @ts-expect-error A nested enum has an additional value.
  cats('Cat5', z.object({ name, age, toys: z.array(z.object({ colour: z.enum(['red', 'blue', 'green']) })) }));
  // @ts-expect-error A nested enum lacks a value.
  cats('Cat6', z.object({ name, age, toys: z.array(z.object({ colour: z.enum(['red']) })) }));
});
