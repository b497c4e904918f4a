// Prints the tables of options in docs/, and the members of the interfaces of options.

const optionsBlock = block('options of createAskwell', 'options');
const settingsBlock = block('settings of askwell serve', 'settings');

function block(begin, end) {
  return new RegExp(`(<!-- ${begin} -->\\n)[\\s\\S]*?(<!-- end of ${end} -->)`);
}

/** Returns docs/configuration.md with its tables up to date. */
export function updateOptionTables(page, { optionTable, describeOptions, serveSettings, variableName }) {
  const settings = serveSettings.map(({ setting, ...row }) => ({
    ...row,
    name: setting.valueName === undefined ? `--${setting.flag}` : variableName(setting.flag),
  }));
  return [
    [settingsBlock, printTable('variable', settings)],
    [optionsBlock, printTable('option', describeOptions(optionTable))],
  ].reduce((text, [pattern, table]) => {
    if (!pattern.test(text)) throw new Error(`docs/configuration.md has no ${pattern}.`);
    return text.replace(pattern, (_, begin, end) => `${begin}\n${table}\n${end}`);
  }, page);
}

function printTable(head, rows) {
  const lines = rows.map(({ name, default: value, description }) => printRow([`\`${name}\``, value, description]));
  return [`| ${head} | default | |`, '| --- | --- | --- |', ...lines, ''].join('\n');
}

function printRow(cells) {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`.replace('|  |', '| |');
}

const membersBlock = /(<!-- options in ([\w.]+) -->\n)[\s\S]*?(<!-- end of options in \2 -->)/g;

/**
 * Returns a page with its tables of the options in a group up to date. Each table is between `<!-- options in email.limits -->` and
 * `<!-- end of options in email.limits -->`, and lists the settings of the options.
 */
export function updateGroupTables(page, name, { optionTable, describeOptions, variableName }) {
  const linkHere = new RegExp(` See \\[[^\\]]*\\]\\(${name}[^)]*\\)\\.`);
  return page.replace(membersBlock, (_, begin, path, end) => {
    const members = path.split('.').reduce((table, group) => table[group].members, optionTable);
    const rows = describeOptions(members).map(({ name: option, default: value, description }) => {
      const { setting } = members[option];
      const cells = [`\`${option}\``, setting ? `\`${variableName(setting.flag)}\`` : '', value];
      return printRow([...cells, description.replace(linkHere, '')]);
    });
    const head = [`| option in \`${path}\` | setting | default | |`, '| --- | --- | --- | --- |'];
    return `${begin}\n${[...head, ...rows, ''].join('\n')}\n${end}`;
  });
}

/** Returns the source file of an interface with its members up to date. Its name and its own doc comment are hand-written. */
export function updateInterface(source, { name, members }) {
  const pattern = new RegExp(`(^export interface ${name}\\b[^\\n]*\\{\\n)[\\s\\S]*?(?=^\\}$)`, 'm');
  if (!pattern.test(source)) throw new Error(`The interface ${name} is missing.`);
  return source.replace(pattern, (_, begin) => `${begin}${note}${members}`);
}

const note = '  // Generated from instance/options/option-table.ts by `npm run generate`.\n';
