/**
 * Prints data as TypeScript. What occurs several times becomes a constant, so that it stands in the file once.
 *
 * @param data JSON data
 * @param constantFor Returns the name and the type of the constant for a part that occurs several times, from the part and the key that
 *   it has. Undefined if the part is printed where it occurs.
 * @returns the constants, and the expression that uses them
 */
export function printConstants(data, constantFor) {
  const counts = countParts(data);
  const names = new Map();
  const taken = new Set();
  const constants = [];

  function print(part, key) {
    if (part === null || typeof part !== 'object') return JSON.stringify(part);
    const json = JSON.stringify(part);
    const existing = names.get(json);
    if (existing) return existing;
    const text = Array.isArray(part)
      ? `[${part.map((item) => print(item, key)).join()}]`
      : `{${Object.entries(part).map(([name, value]) => `${JSON.stringify(name)}:${print(value, name)}`)}}`;
    const constant = counts.get(json) > 1 ? constantFor(part, key) : undefined;
    if (constant === undefined) return text;
    const name = unusedName(constant.name, taken);
    names.set(json, name);
    constants.push(`const ${name}: ${constant.type} = ${text};`);
    return name;
  }

  const expression = print(data, '');
  return { constants: constants.join('\n'), expression };
}

/** Returns how often each object and list occurs. What is inside another one counts once for all of its occurrences. */
function countParts(data) {
  const counts = new Map();
  const count = (part) => {
    if (part === null || typeof part !== 'object') return;
    const json = JSON.stringify(part);
    const before = counts.get(json) ?? 0;
    counts.set(json, before + 1);
    if (before === 0) Object.values(part).forEach(count);
  };
  count(data);
  return counts;
}

/** Returns a name in camel case that no constant has, which then counts as taken. */
function unusedName(wanted, taken) {
  const base = wanted.replaceAll(/_([a-z])/g, (_, letter) => letter.toUpperCase());
  let name = base;
  for (let number = 2; taken.has(name); number++) name = `${base}${number}`;
  taken.add(name);
  return name;
}
