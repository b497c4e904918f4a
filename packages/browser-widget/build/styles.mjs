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
  'Layout of the element':
    'root title description languages message thanks notice actions button primary check text bone unseen',
  'Questions and fields': 'page progress question heading label help error image video',
  Inputs: 'input option options inline ends clear ranking grip badge arrow rows pictures head',
  Results:
    'standing results results-title summary bars compact result leading figure numbers bar fill columns column stack part-0 part-1 part-2 part-3 part-4 part-5 key marks mark total live rounds scroll',
  Quizzes:
    'timer verdict score band feedback reviewed places order correct incorrect partial unanswered correct-part incorrect-part',
};
