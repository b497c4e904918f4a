import type { InterfacePlace, Option } from './option.js';
import type { Setting } from './setting.js';

/** An option or a setting, as docs and help describe it. The texts are Markdown. */
export interface Described {
  readonly name: string;
  readonly default: string;
  readonly description: string;
}

/** A setting with the default and the description that it has from its option. */
export interface DescribedSetting extends Described {
  readonly setting: Setting;
}

type Options = Readonly<Record<string, Option>>;

/** Returns the rows of the table of options: one for each option, by its path. */
export function describeOptions(table: Options, prefix = ''): Described[] {
  return Object.entries(table).flatMap(([name, option]) => {
    const row = { name: prefix + name, default: describeDefault(option), description: option.description };
    if (!option.members || option.rows === 'own') return [row];
    const rows = describeOptions(option.members, `${row.name}.`);
    return option.rows === 'both' ? [row, ...rows] : rows;
  });
}

/** Returns the settings of options, in the order of the table. */
export function settingsOf(table: Options): DescribedSetting[] {
  return Object.values(table).flatMap((option) => [
    ...(option.setting ? [describeSetting(option.setting, option)] : []),
    ...settingsOf(option.members ?? {}),
  ]);
}

/** Returns a setting with its default and description. A setting without an option defines both itself. */
export function describeSetting(setting: Setting, option?: Option): DescribedSetting {
  const description = setting.description ?? option?.description ?? '';
  return { setting, name: setting.flag, default: describeSettingDefault(setting, option), description };
}

/** Returns what applies without an option. */
export function describeDefault({ isRequired, absent, default: value, unit }: Option): string {
  if (absent !== undefined) return absent;
  if (isRequired) return 'required';
  if (value === undefined) return 'none';
  return `\`${formatValue(value)}\`${sizeOf(value, unit)}`;
}

function describeSettingDefault(setting: Setting, option: Option | undefined): string {
  if (setting.valueName === undefined) return '';
  if (setting.absent !== undefined) return setting.absent;
  const value = setting.default ?? option?.default;
  if (value === undefined) return 'none';
  return `\`${setting.format ? setting.format(value) : String(value)}\`${sizeOf(value, option?.unit)}`;
}

function formatValue(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  return Array.isArray(value) ? `[${value.map(formatValue).join(', ')}]` : JSON.stringify(value);
}

const mebibyte = 1024 * 1024;

function sizeOf(value: unknown, unit: Option['unit']): string {
  return unit === 'bytes' ? ` (${Number(value) / mebibyte} MiB)` : '';
}

/** Returns the line of the help for a setting: its first sentence and its default, as plain text. */
export function settingHelp({ description, default: absent }: DescribedSetting): string {
  const [sentence = ''] = /^.*?(?=\.(?: |$))/s.exec(description) ?? [];
  const text = plainText(sentence);
  // Abbreviations such as "API" stay as they are.
  const start = /^[A-Z](?![A-Z])/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
  return absent === '' ? start : `${start} (default: ${plainText(absent)})`;
}

/** Returns Markdown as plain text. */
function plainText(markdown: string): string {
  return withoutLinks(markdown).replaceAll('`', '').replace(/[“”]/g, '"');
}

/** Returns Markdown without links. "See [Email](email.md)" becomes "See docs/email.md", other links become their texts. */
function withoutLinks(markdown: string): string {
  return markdown
    .replace(/\b([Ss]ee) \[[^\]]*\]\(([\w./-]+)[^)]*\)/g, '$1 docs/$2')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}

/** Returns the members of the interface of a group of options, with their doc comments. */
export function printMembers(table: Options): string {
  return Object.entries(table)
    .map(([name, option]) => {
      const type = option.isRequired ? `${name}: ${option.type}` : `${name}?: ${option.type} | undefined`;
      return `${printDocComment(docOf(option))}  ${type};\n`;
    })
    .join('');
}

function docOf(option: Option): string {
  const hasDefault = !option.isRequired && (option.default !== undefined || option.absent !== undefined);
  const text = hasDefault ? `${option.description} Default: ${describeDefault(option)}.` : option.description;
  return withoutLinks(text);
}

const docWidth = 120;

function printDocComment(text: string): string {
  if (text.length + '  /**  */'.length <= docWidth) return `  /** ${text} */\n`;
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if ('   * '.length + line.length + 1 + word.length > docWidth) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return `  /**\n${lines.map((line) => `   * ${line}\n`).join('')}   */\n`;
}

/** An interface whose members are generated. */
export interface GeneratedInterface extends InterfacePlace {
  readonly members: string;
}

/** Returns the interfaces of the groups in a table. */
export function interfacesOf(table: Options): GeneratedInterface[] {
  return Object.values(table).flatMap(({ interface: place, members }) => {
    if (!members) return [];
    const own = place ? [{ ...place, members: printMembers(members) }] : [];
    return [...own, ...interfacesOf(members)];
  });
}
