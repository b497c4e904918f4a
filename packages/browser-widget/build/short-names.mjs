// Names of properties that the build shortens in the script and in the files that it loads. They are internal: not part of the
// API, the DOM or a string. New names come last: a name is always shortened in the same way, so that a cached script works with
// a newer file. `removed` keeps the place of a name that became part of the API.

const names = [
  'actions announce answerForm answersUrl badge control dateTime display element emit emptyPart extraItems file grip',
  'host inline isAnswerKept isGroup isHiddenField isLabelled isNeeded timeUp items load mayRepeat node notice',
  'openDraft otherInput pageLabel plural previousAnswers problem resultsOf removed sendNow setAnswer setFormState setLanguage setState',
  'showError showFaults showForm startsPage stateKey submitLabel validate visibleItems startTimer styles turnPages',
  'pages pageOf inputs draft keepStep receive setDesign richText richLabel plain localize isOption',
  'isRequired shows answerOf variableOf scoreOf applyLogic afterIn mainLabel hasWelcome isSteps',
  'attemptIn attemptOf extraFields largePoll languageList markLanguage openForMember loadQuizKind contactFields renderFormula',
  'exact percent formula tokens linkText offered holds problems isLeading isOrdered isCompact isPassed otherFacts',
].join(' ');

/** The short names by the names in the source. */
export const shortNames = Object.fromEntries(names.split(' ').map((name, at) => [name, `_${at.toString(36)}`]));
