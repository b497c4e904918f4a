/**
 * The parts of the elements, which pages of a host reach with `::part()`, and the selectors of what they name. What the widget has too
 * has the name that it has there.
 */
export const parts = {
  root: '.element',
  tabs: '.tabs',
  tab: '.tabs a',
  actions: '.actions',
  button: '.button',
  primary: '.button.primary',
  state: '.save-state',
  error: '.fault, .problem[role="alert"]',
  notice: '.notice, .problem',
  outline: '.outline',
  item: '.outline-item',
  preview: '.canvas',
  fields: '.inspector',
  question: '.field, .group',
  label: '.field > label, .group > legend',
  help: '.help',
  input: '.field :is(input, select, textarea)',
  results: '[data-results]',
  periods: '.element-periods',
  bars: '.bars',
  result: '.bars > li',
  bar: '.bars .bar',
  figure: '.bars .share',
  list: '.ask-rows',
  entry: '.ask-rows > li',
} as const;
