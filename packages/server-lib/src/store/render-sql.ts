import { Fragment, type Value } from './statement.js';

export interface RenderedSql {
  readonly text: string;
  readonly values: readonly Value[];
}

/** How a dialect names its nth placeholder, counted from 1. */
export type Placeholder = (n: number) => string;

type Parts = readonly (Value | Fragment)[];

/** A template with the fragments that stand in it so far: it has one text, whatever the values are. */
interface Shape {
  text?: string;
  /** By the place where the next fragment stands, and its own template. */
  readonly next: Map<number, WeakMap<readonly string[], Shape>>;
}

/** Makes a statement's text for one dialect. Each shape has its text settled once: many are long, and asked for often. */
export function createRenderer(placeholder: Placeholder) {
  const shapes = new WeakMap<readonly string[], Shape>();

  return (strings: readonly string[], parts: Parts): RenderedSql => {
    const values: Value[] = [];
    const shape = collect(shapeAt(shapes, strings), parts, values);
    shape.text ??= join(strings, parts, placeholder);
    return { text: shape.text, values };
  };
}

/** Gathers the values, and finds the shape that the parts give. */
function collect(begun: Shape, parts: Parts, values: Value[]): Shape {
  let shape = begun;
  for (const part of parts) {
    if (part instanceof Fragment) {
      shape = collect(nextShape(shape, values.length, part.strings), part.values, values);
    } else if (part === undefined) {
      throw new TypeError('A statement was given a value that is undefined.');
    } else values.push(part);
  }
  return shape;
}

function nextShape({ next }: Shape, place: number, strings: readonly string[]): Shape {
  let shapes = next.get(place);
  if (!shapes) {
    shapes = new WeakMap();
    next.set(place, shapes);
  }
  return shapeAt(shapes, strings);
}

function shapeAt(shapes: WeakMap<readonly string[], Shape>, strings: readonly string[]): Shape {
  let shape = shapes.get(strings);
  if (!shape) {
    shape = { next: new Map() };
    shapes.set(strings, shape);
  }
  return shape;
}

function join(strings: readonly string[], parts: Parts, placeholder: Placeholder): string {
  const texts: string[] = [];
  let count = 0;
  const add = (pieces: readonly string[], inner: Parts): void => {
    pieces.forEach((piece, at) => {
      texts.push(piece);
      if (at >= inner.length) return;
      const part = inner[at];
      if (part instanceof Fragment) add(part.strings, part.values);
      else texts.push(placeholder(++count));
    });
  };
  add(strings, parts);
  return texts.join('');
}
