import { Fragment, type Value } from './statement.js';

/** The text and values of a statement, ready for a driver. */
export interface RenderedSql {
  readonly text: string;
  readonly values: readonly Value[];
}

/** Returns the nth placeholder of a SQL dialect, counted from 1. */
export type Placeholder = (n: number) => string;

type Parts = readonly (Value | Fragment)[];

/** A template together with the templates of its fragments. Statements of one shape have the same text. */
interface Shape {
  text?: string;
  /** The next shapes, by the position of the next fragment and the fragment's template. */
  readonly next: Map<number, WeakMap<readonly string[], Shape>>;
}

/** Creates a function that renders statements for a dialect. The text of a shape is rendered once and reused. */
export function createRenderer(placeholder: Placeholder) {
  const shapes = new WeakMap<readonly string[], Shape>();

  return (strings: readonly string[], parts: Parts): RenderedSql => {
    const values: Value[] = [];
    const shape = collectValues(shapeAt(shapes, strings), parts, values);
    shape.text ??= renderText(strings, parts, placeholder);
    return { text: shape.text, values };
  };
}

/** Appends the values of the parts to `values`, and returns the shape of the statement. */
function collectValues(start: Shape, parts: Parts, values: Value[]): Shape {
  let shape = start;
  for (const part of parts) {
    if (part instanceof Fragment) {
      shape = collectValues(nextShape(shape, values.length, part.strings), part.values, values);
    } else if (part === undefined) {
      throw new TypeError('A value of a SQL statement is undefined. Use null instead.');
    } else values.push(part);
  }
  return shape;
}

function nextShape({ next }: Shape, position: number, strings: readonly string[]): Shape {
  let shapes = next.get(position);
  if (!shapes) {
    shapes = new WeakMap();
    next.set(position, shapes);
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

function renderText(strings: readonly string[], parts: Parts, placeholder: Placeholder): string {
  const texts: string[] = [];
  let count = 0;
  const append = (pieces: readonly string[], innerParts: Parts): void => {
    pieces.forEach((piece, index) => {
      texts.push(piece);
      if (index >= innerParts.length) return;
      const part = innerParts[index];
      if (part instanceof Fragment) append(part.strings, part.values);
      else texts.push(placeholder(++count));
    });
  };
  append(strings, parts);
  return texts.join('');
}
