/**
 * Where a definition has texts for visitors. Derived from the schemas: a text that a schema marks as translatable is part of the
 * shape. It is plain data, so that browsers have it too.
 */
export type TextShape = TextLeaf | TextMembers | TextItems | TextVariants;

/** A text for visitors. */
export interface TextLeaf {
  readonly type: 'text';
  /** In code points. */
  readonly maxLength: number;
}

/** An object with texts. */
export interface TextMembers {
  readonly type: 'members';
  readonly members: Readonly<Record<string, TextShape>>;
}

/** A list whose items have texts. Translations refer to an item by its key. */
export interface TextItems {
  readonly type: 'items';
  /** The member that identifies an item. */
  readonly key: string;
  /** The maximum number of items. */
  readonly max: number;
  readonly item: TextShape;
}

/** An object whose texts depend on one of its members. */
export interface TextVariants {
  readonly type: 'variants';
  /** The member that decides. */
  readonly by: string;
  readonly variants: readonly { readonly values: readonly string[]; readonly shape: TextShape }[];
}

/** Texts in the form of a definition, with an object by keys in place of each list. */
export interface TextTree {
  readonly [member: string]: string | TextTree | undefined;
}

/** A text of a definition. */
export interface TextPlace {
  /** The dotted path: `fields.f1.options.o2.label`. */
  readonly path: string;
  /** The members and keys of the path. A key can contain a dot. */
  readonly keys: readonly string[];
  readonly text: string;
  readonly maxLength: number;
}

/** Returns the texts of a definition in their order. Empty texts and items without a key need no translation. */
export function findTexts(shape: TextShape, definition: unknown): readonly TextPlace[] {
  const found: TextPlace[] = [];
  collect(shape, definition, [], found);
  return found;
}

function collect(shape: TextShape, value: unknown, keys: readonly string[], found: TextPlace[]): void {
  switch (shape.type) {
    case 'text':
      if (typeof value === 'string' && value !== '')
        found.push({ path: keys.join('.'), keys, text: value, maxLength: shape.maxLength });
      return;
    case 'members':
      if (isRecord(value))
        for (const [name, member] of Object.entries(shape.members))
          collect(member, value[name], [...keys, name], found);
      return;
    case 'items':
      if (Array.isArray(value))
        for (const item of value) {
          const key = keyOf(item, shape.key);
          if (key !== undefined) collect(shape.item, item, [...keys, key], found);
        }
      return;
    case 'variants': {
      const variant = isRecord(value)
        ? shape.variants.find(({ values }) => values.some((one) => one === value[shape.by]))
        : undefined;
      if (variant) collect(variant.shape, value, keys, found);
    }
  }
}

/** The members by which translations refer to an item of a list, in the order in which they are tried. */
export const itemKeys = ['id', 'min_percentage'];

/** Returns the key of an item. */
function keyOf(item: unknown, member: string): string | undefined {
  if (!isRecord(item)) return undefined;
  const key = item[member];
  return typeof key === 'string' || typeof key === 'number' ? String(key) : undefined;
}

/** Returns the text of a translation at a place. */
export function textAt(translation: unknown, keys: readonly string[]): string | undefined {
  let node = translation;
  for (const key of keys) {
    if (!isRecord(node) || !Object.hasOwn(node, key)) return undefined;
    node = node[key];
  }
  return typeof node === 'string' && node !== '' ? node : undefined;
}

/** Returns a copy of a translation without the texts that are empty or not kept. */
export function keepTexts<Translation extends object>(
  translation: Translation,
  isKept: (keys: readonly string[]) => boolean,
): Translation {
  const kept = structuredClone(translation);
  removeTexts(kept, [], isKept);
  return kept;
}

function removeTexts(node: object, keys: readonly string[], isKept: (keys: readonly string[]) => boolean): void {
  for (const [name, part] of Object.entries(node)) {
    const path = [...keys, name];
    if (isRecord(part)) removeTexts(part, path, isKept);
    const isEmpty = isRecord(part) ? Object.keys(part).length === 0 : part === '' || part === undefined;
    if (isEmpty || (typeof part === 'string' && !isKept(path))) Reflect.deleteProperty(node, name);
  }
}

/** Returns the tree of texts by their places. */
export function toTextTree(texts: Iterable<readonly [keys: readonly string[], text: string]>): TextTree {
  const root: Branch = {};
  for (const [keys, text] of texts) {
    let node = root;
    for (const key of keys.slice(0, -1)) {
      const known = Object.hasOwn(node, key) ? node[key] : undefined;
      const next: Branch = typeof known === 'object' ? known : {};
      node[key] = next;
      node = next;
    }
    const last = keys.at(-1);
    if (last !== undefined) node[last] = text;
  }
  return root;
}

interface Branch {
  [member: string]: string | Branch;
}

/**
 * Returns a copy of a value with other texts. The value is a definition, or has its members and keys, such as a view or results. Parts
 * that the value does not have are ignored, and so are texts in place of other values.
 */
export function withTexts<Value extends object>(value: Value, translation: object): Value {
  const texts = new Map<string, unknown>(Object.entries(translation));
  const changed: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    const text = texts.get(name);
    if (typeof text === 'string') {
      if (typeof member === 'string' && text !== '') changed[name] = text;
    } else if (isRecord(text) && typeof member === 'object' && member !== null)
      changed[name] = Array.isArray(member) ? member.map((item) => withItemTexts(item, text)) : withTexts(member, text);
  }
  return Object.assign({}, value, changed);
}

function withItemTexts(item: unknown, texts: Readonly<Record<string, unknown>>): unknown {
  for (const member of itemKeys) {
    const key = keyOf(item, member);
    const own = key !== undefined && Object.hasOwn(texts, key) ? texts[key] : undefined;
    if (isRecord(item) && isRecord(own)) return withTexts(item, own);
  }
  return item;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
