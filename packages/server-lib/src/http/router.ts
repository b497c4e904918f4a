/** Path parameters by name, percent-decoded. */
export type Params = Readonly<Record<string, string>>;

export interface Match<Target> {
  readonly target: Target;
  readonly params: Params;
}

interface Node<Target> {
  readonly children: Map<string, Node<Target>>;
  parameter?: { readonly name: string; readonly node: Node<Target> };
  target?: Target;
}

const noParams: Params = {};

/** Finds what stands at a path. Patterns are like `/api/v1/sites/{id}`; a fixed segment goes before a parameter. */
export class Router<Target> {
  readonly #fixed = new Map<string, Match<Target>>();
  readonly #root: Node<Target> = { children: new Map() };

  add(pattern: string, target: Target): void {
    if (!pattern.includes('{')) {
      this.#fixed.set(pattern, { target, params: noParams });
      return;
    }
    let node = this.#root;
    for (const segment of pattern.split('/')) node = this.#step(node, segment, pattern);
    node.target = target;
  }

  match(path: string): Match<Target> | undefined {
    return this.#fixed.get(path) ?? this.#walk(this.#root, path.split('/'), 0, {});
  }

  #step(node: Node<Target>, segment: string, pattern: string): Node<Target> {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined) {
      const child: Node<Target> = node.children.get(segment) ?? { children: new Map() };
      node.children.set(segment, child);
      return child;
    }
    node.parameter ??= { name, node: { children: new Map() } };
    if (node.parameter.name !== name)
      throw new Error(`${pattern} names a parameter {${name}} that another path calls {${node.parameter.name}}.`);
    return node.parameter.node;
  }

  #walk(
    node: Node<Target>,
    segments: readonly string[],
    at: number,
    params: Record<string, string>,
  ): Match<Target> | undefined {
    const segment = segments[at];
    if (segment === undefined) return node.target === undefined ? undefined : { target: node.target, params };
    const child = node.children.get(segment);
    const found = child && this.#walk(child, segments, at + 1, params);
    if (found || !node.parameter || segment === '') return found;
    const value = decodeSegment(segment);
    if (value === undefined) return undefined;
    return this.#walk(node.parameter.node, segments, at + 1, { ...params, [node.parameter.name]: value });
  }
}

function decodeSegment(segment: string): string | undefined {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
