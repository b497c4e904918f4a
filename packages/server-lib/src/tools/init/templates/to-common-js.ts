/** Converts a template from an ES module to CommonJS. Supports named imports, and exports of functions and constants. */
export function toCommonJs(source: string): string {
  const names = [...source.matchAll(/^export (?:async function|function|const) (\w+)/gm)].map(([, name]) => name);
  const body = source
    .replace(/^import (\{.*\}) from ('.*');$/gm, 'const $1 = require($2);')
    .replace(/^export (?=async function|function|const)/gm, '');
  return names.length === 0 ? body : `${body}\nmodule.exports = { ${names.join(', ')} };\n`;
}
