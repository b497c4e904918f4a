import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { updateGroupTables, updateInterface, updateOptionTables } from '../build/generate-options.mjs';
import { checkOptions } from '../src/instance/options/check-options.js';
import {
  describeOptions,
  describeSetting,
  interfacesOf,
  printMembers,
  settingHelp,
  settingsOf,
} from '../src/instance/options/describe-options.js';
import { type Option, type OptionTable, readOptions } from '../src/instance/options/option.js';
import { optionTable } from '../src/instance/options/option-table.js';
import { checkMembers, integer } from '../src/instance/options/option-types.js';
import { valueSetting } from '../src/instance/options/setting.js';
import { parseCount } from '../src/instance/options/setting-parsers.js';
import { createParsedSettings, variableName } from '../src/tools/cli/parsed-settings.js';
import { serveFlags, serveSettings } from '../src/tools/cli/serve-settings.js';
import { readDocs } from './support/docs/read-docs.js';

type Options = Readonly<Record<string, Option>>;

/** Returns the paths of all options that are not groups. */
function pathsOf(table: Options, prefix = ''): string[] {
  return Object.entries(table).flatMap(([name, { members }]) =>
    members ? pathsOf(members, `${prefix}${name}.`) : [prefix + name],
  );
}

/** Returns options with one of them set to a value that no option accepts. */
function withInvalid(path: string): unknown {
  return path.split('.').reduceRight<unknown>((value, name) => ({ [name]: value }), Symbol('invalid'));
}

const sources = new URL('../src/', import.meta.url);
const interfaces = [
  { name: 'AskwellOptions', file: 'instance/options/options.ts', members: printMembers(optionTable) },
  ...interfacesOf(optionTable),
];

test.each(interfaces)('the interface $name has the options of the table, with their doc comments', async (expected) => {
  const source = await readFile(new URL(expected.file, sources), 'utf8');
  expect(updateInterface(source, expected)).toBe(source);
});

test.each(pathsOf(optionTable))('the option %s is checked', (path) => {
  const [root = ''] = path.split('.');
  const options = { ...(path === 'database' ? {} : { database: ':memory:' }), ...Object(withInvalid(path)) };
  expect(() => checkOptions(options)).toThrow(TypeError);
  expect(() => checkOptions(options)).toThrow(new RegExp(`^${root}[.:].*expected `));
});

test.each(pathsOf(optionTable))('the option %s is documented', async (path) => {
  const rows = new Map(describeOptions(optionTable).map(({ name, description }) => [name, description]));
  if (rows.has(path)) return;
  // The members of some groups are on a separate page, to which the row of the group links.
  const [group = '', ...more] = path.split('.');
  const [, page = ''] = /\]\(([\w/.-]+\.md)/.exec(rows.get(group) ?? '') ?? [];
  expect(await readDocs(page)).toContain(more.at(-1));
});

test('the tables of configuration.md have all options and settings, and no others', async () => {
  const page = await readDocs('configuration.md');
  expect(updateOptionTables(page, { optionTable, describeOptions, serveSettings, variableName })).toBe(page);
});

test('the table of limits in email.md has all limits with their settings and defaults', async () => {
  const page = await readDocs('email.md');
  expect(updateGroupTables(page, 'email.md', { optionTable, describeOptions, variableName })).toBe(page);
  const stale = page.replace(/^\| `perHour` .*\n/m, '');
  expect(updateGroupTables(stale, 'email.md', { optionTable, describeOptions, variableName })).toBe(page);
  expect(page).toMatch(/^\| `perAccount` \| `EMAIL_PER_ACCOUNT` \| `2000` \| The maximum number /m);
});

test.each(serveSettings)('the setting $name has a flag, a variable and a line of help', ({ setting, ...described }) => {
  const flag = serveFlags.find(({ name }) => name === setting.flag);
  expect(flag?.help).toBe(settingHelp({ setting, ...described }));
  expect(flag?.help).toMatch(/^\S.{10,}$/);
  if (setting.valueName === undefined) return;
  const variable = setting.ownVariable ?? variableName(setting.flag);
  const reader = createParsedSettings({}, { [variable]: '\0' }, serveFlags);
  expect(() => setting.read(reader)).toThrow(new RegExp(`^${variable}\\b`));
});

test('the texts of settings are sentences, and the help is their first one', () => {
  const setting = valueSetting({
    flag: 'size',
    valueName: 'NUMBER',
    default: 5,
    description: 'API pages, such as [`/me`](rest.md), have this size. Set it once.',
    parse: parseCount,
  });
  expect(settingHelp(describeSetting(setting))).toBe('API pages, such as /me, have this size (default: 5)');
  const { default: _default, ...without } = setting;
  expect(settingHelp(describeSetting({ ...without, description: 'The size.', absent: 'from `HOST`' }))).toBe(
    'the size (default: from HOST)',
  );
});

test('an option that is added to the table is checked, documented, a setting, and a member of its interface', () => {
  const table = {
    pageSize: {
      ...integer(1, 100),
      default: 25,
      description: 'The number of asks on a page. See [Lists](rest.md#lists).',
      setting: valueSetting({ flag: 'page-size', valueName: 'NUMBER', parse: parseCount }),
    },
  } satisfies OptionTable<{ pageSize?: number }>;

  expect(() => checkMembers('', table, { pageSize: 0 })).toThrow('pageSize: expected an integer from 1 to 100, got 0.');
  expect(() => checkMembers('', table, { pagesize: 1 })).toThrow('Did you mean "pageSize"?');
  expect(describeOptions(table)).toEqual([
    { name: 'pageSize', default: '`25`', description: 'The number of asks on a page. See [Lists](rest.md#lists).' },
  ]);
  expect(settingsOf(table).map(settingHelp)).toEqual(['the number of asks on a page (default: 25)']);
  expect(readOptions<{ pageSize?: number }>(table, createParsedSettings({}, { PAGE_SIZE: '7' }))).toEqual({
    pageSize: 7,
  });
  expect(readOptions<{ pageSize?: number }>(table, createParsedSettings({}, {}))).toBeUndefined();
  expect(printMembers(table)).toBe(
    '  /** The number of asks on a page. See docs/rest.md. Default: `25`. */\n  pageSize?: number | undefined;\n',
  );
});
