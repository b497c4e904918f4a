/** Path parameters by name, percent-decoded. */
export type Params = Readonly<Record<string, string>>;

/** The target of a path, and the values of its parameters. */
export interface Match<Target> {
  readonly target: Target;
  readonly params: Params;
}

/** A match to which parameters are added. */
interface OpenMatch<Target> extends Match<Target> {
  readonly params: Record<string, string>;
}

interface Node<Target> {
  readonly children: Map<string, Node<Target>>;
  parameter?: { readonly name: string; readonly node: Node<Target> };
  target?: Target;
}

const noParams: Params = {};

/** Finds the target of a path. Patterns look like `/api/v1/sites/{id}`; fixed segments take precedence over parameters. */
export class Router<Target> {
  readonly #fixed = new Map<string, Match<Target>>();
  readonly #root: Node<Target> = { children: new Map() };

  /** @throws Error if another pattern has a different parameter name in the same position. */
  add(pattern: string, target: Target): void {
    if (!pattern.includes('{')) {
      this.#fixed.set(pattern, { target, params: noParams });
      return;
    }
    let node = this.#root;
    for (const segment of pattern.split('/')) node = this.#step(node, segment, pattern);
    node.target = target;
  }

  /** Returns undefined if no pattern matches, or if a parameter is not valid percent-encoded UTF-8. */
  match(path: string): Match<Target> | undefined {
    return this.#fixed.get(path) ?? this.#walk(this.#root, path.split('/'), 0);
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
      throw new Error(`${pattern}: the parameter {${name}} is named {${node.parameter.name}} in another pattern.`);
    return node.parameter.node;
  }

  #walk(node: Node<Target>, segments: readonly string[], depth: number): OpenMatch<Target> | undefined {
    const segment = segments[depth];
    if (segment === undefined) return node.target === undefined ? undefined : { target: node.target, params: {} };
    const child = node.children.get(segment);
    const match = child && this.#walk(child, segments, depth + 1);
    if (match || !node.parameter || segment === '') return match;
    const value = decodeSegment(segment);
    const found = value === undefined ? undefined : this.#walk(node.parameter.node, segments, depth + 1);
    if (found && value !== undefined) found.params[node.parameter.name] = value;
    return found;
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
