/** Returns the circles of a graph, one path through each (Tarjan's strongly connected components). */
export function circles(graph) {
  const order = new Map();
  const lowest = new Map();
  const stack = [];
  const found = [];

  function visit(node) {
    order.set(node, order.size);
    lowest.set(node, order.get(node));
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(node, Math.min(lowest.get(node), lowest.get(next)));
    }
    if (lowest.get(node) !== order.get(node)) return;
    const component = stack.splice(stack.indexOf(node));
    if (component.length > 1) found.push(component);
  }

  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found;
}
