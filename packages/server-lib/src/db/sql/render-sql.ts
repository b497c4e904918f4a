import { type Dialect, DialectFragment, Fragment, type Part, type Value } from './statement.js';

/** The text and values of a statement, ready for a driver. */
export interface RenderedSql {
  readonly text: string;
  readonly values: readonly Value[];
}

/** How statements are written for a database. */
export interface DialectSettings {
  readonly dialect: Dialect;
  /** Returns the nth placeholder, counted from 1. */
  readonly placeholder: (n: number) => string;
  /** Changes the text of a statement, such as its table names. Called once for each shape. */
  readonly finish?: (text: string) => string;
}

type Parts = readonly Part[];

/** A template together with the templates of its fragments. Statements of one shape have the same text. */
interface Shape {
  text?: string;
  /** The next shapes, by the position of the next fragment and the fragment's template. */
  readonly next: Map<number, WeakMap<readonly string[], Shape>>;
}

/** Creates a function that renders statements for a dialect. The text of a shape is rendered once and reused. */
export function createRenderer(settings: DialectSettings) {
  const { dialect, placeholder, finish = (text) => text } = settings;
  const shapes = new WeakMap<readonly string[], Shape>();
  const resolve = (part: Part): Value | Fragment => (part instanceof DialectFragment ? part.variantFor(dialect) : part);

  /** Appends the values of the parts to `values`, and returns the shape of the statement. */
  function collectValues(start: Shape, parts: Parts, values: Value[]): Shape {
    let shape = start;
    for (const part of parts) {
      const inner = resolve(part);
      if (inner instanceof Fragment) {
        shape = collectValues(nextShape(shape, values.length, inner.strings), inner.values, values);
      } else if (inner === undefined) {
        throw new TypeError('A value of a SQL statement is undefined. Use null instead.');
      } else values.push(inner);
    }
    return shape;
  }

  return (strings: readonly string[], parts: Parts): RenderedSql => {
    const values: Value[] = [];
    const shape = collectValues(shapeAt(shapes, strings), parts, values);
    shape.text ??= finish(renderText(strings, parts));
    return { text: shape.text, values };
  };

  function renderText(strings: readonly string[], parts: Parts): string {
    const texts: string[] = [];
    let count = 0;
    const append = (pieces: readonly string[], innerParts: Parts): void => {
      pieces.forEach((piece, index) => {
        texts.push(piece);
        const part = innerParts[index];
        if (index >= innerParts.length || part === undefined) return;
        const inner = resolve(part);
        if (inner instanceof Fragment) append(inner.strings, inner.values);
        else texts.push(placeholder(++count));
      });
    };
    append(strings, parts);
    return texts.join('');
  }
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
