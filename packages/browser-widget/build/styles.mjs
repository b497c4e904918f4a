// The properties and parts that pages can style. A test compares it with the style sheets and the README.

/** The custom properties by name. */
export const customProperties = {
  '--askwell-accent': 'Color of buttons, chosen options and bars.',
  '--askwell-accent-ink': 'Text color on the accent color. Default: black or white, whichever has more contrast.',
  '--askwell-bar': 'Color of the bars in results. Default: the accent color, adapted to the page.',
  '--askwell-muted': 'Color of secondary text.',
  '--askwell-line': 'Color of lines.',
  '--askwell-edge': 'Border color of fields.',
  '--askwell-good': 'Color of correct answers.',
  '--askwell-partial': 'Color of partly correct answers.',
  '--askwell-bad': 'Color of errors and wrong answers.',
  '--askwell-paper': 'Background of what stays in place over other content: the timer and the labels of a matrix.',
  '--askwell-font': 'Font family. Default: that of the page.',
  '--askwell-radius': 'Corner radius.',
  '--askwell-gap': 'Distance between blocks.',
  '--askwell-padding': 'Distance between the border of options, fields and messages and their content.',
  '--askwell-top':
    'Where the timer of a quiz sticks, such as the height of a header that sticks to the top of the page.',
};

/** The names for `::part()`, by group. */
export const parts = {
  'Layout of the element': 'root title description message thanks notice actions button primary',
  'Questions and fields': 'page progress question label help error image',
  Inputs: 'input option options ends clear ranking grip badge arrow rows pictures head',
  Results:
    'standing results results-title summary bars result leading figure numbers bar fill columns column stack key mark total live rounds scroll',
  Quizzes: 'timer score band feedback reviewed order',
};
