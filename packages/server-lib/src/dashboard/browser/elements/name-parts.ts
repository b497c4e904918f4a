import { parts } from './parts.js';

const selectors = Object.entries(parts);

/** Names the parts in an empty shadow root whenever its content changes. */
export function nameParts(root: ShadowRoot): void {
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'attributes') namePart(target);
      for (const node of addedNodes) {
        namePart(node);
        if (node instanceof Element) node.querySelectorAll('*').forEach(namePart);
      }
    }
  }).observe(root, { subtree: true, childList: true, attributeFilter: ['class', 'role'] });
}

function namePart(node: Node): void {
  if (!(node instanceof Element)) return;
  const names = selectors.flatMap(([name, selector]) => (node.matches(selector) ? name : [])).join(' ');
  if (names !== (node.getAttribute('part') ?? '')) node.setAttribute('part', names);
}
