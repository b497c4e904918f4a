import type { Setting, SettingReader } from './setting.js';

/** Checks an option. Throws an OptionError that names it. `undefined` means that the option is absent. */
export type Check = (option: string, value: unknown) => void;

/** What an option accepts. */
export interface OptionType {
  /** The type, as the generated interface has it. */
  readonly type: string;
  readonly check: Check;
}

/** Everything about an option of `createAskwell`: its type, its check, the docs, and the setting of the command. */
export interface Option<Value = unknown> extends OptionType {
  /** What it does, in Markdown with links to pages of docs/. The first sentence is also the help of the command. */
  readonly description: string;
  readonly isRequired?: true;
  readonly default?: Value;
  /** What applies without the option, in Markdown, if it cannot be written as a value. */
  readonly absent?: string;
  readonly unit?: 'bytes';
  readonly setting?: Setting<Value>;
  /** The options in this group. */
  readonly members?: Readonly<Record<string, Option>>;
  /** The interface whose members are generated from `members`. */
  readonly interface?: InterfacePlace;
  /** Which rows the table of docs/configuration.md has. Default: one row for an option, and one row for each member of a group. */
  readonly rows?: 'own' | 'both';
  /** Reads a group from the settings of its members. */
  read?(reader: SettingReader): Value | undefined;
}

/** The name of an interface, and its file in `src`. */
export interface InterfacePlace {
  readonly name: string;
  readonly file: string;
}

/** An entry for each member of an interface. An option without an entry does not compile. */
export type OptionTable<Options> = { readonly [Name in keyof Options]-?: Option<NonNullable<Options[Name]>> };

/** Returns the value of an option from the settings of a command; undefined if none is set. */
export function readOption<Value>(option: Option<Value>, reader: SettingReader): Value | undefined {
  return option.setting ? option.setting.read(reader) : option.read?.(reader);
}

/** Returns the options that the settings of a command set; undefined if there are none. */
export function readOptions<Options extends object>(
  table: OptionTable<Options>,
  reader: SettingReader,
): Partial<Options> | undefined {
  const options: Partial<Options> = {};
  for (const name in table) {
    const value = readOption(table[name], reader);
    if (value !== undefined) options[name] = value;
  }
  return Object.keys(options).length === 0 ? undefined : options;
}
