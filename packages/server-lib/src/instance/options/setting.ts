import { OptionError } from '../../base/validation/option-error.js';

/**
 * Parses the text of a setting.
 *
 * @param name The flag or environment variable, for the message.
 * @throws {SettingError} If the text is invalid.
 */
export type ParseSetting<Value> = (text: string, name: string) => Value;

/** The settings that a command was called with. */
export interface SettingReader {
  /** Returns a setting from its flag, or else from its environment variable; undefined if neither is set. */
  setting<Value>(flag: string, parse: ParseSetting<Value>): Value | undefined;
  /** Returns whether a flag without a value is set. */
  has(flag: string): boolean;
}

/** An invalid setting of a command. The message names the flag or the environment variable. */
export class SettingError extends OptionError {}

/** A setting of `askwell serve`: a flag, and the environment variable with its name in upper case. */
export interface Setting<Value = unknown> {
  readonly flag: string;
  /** A variable that overrides the variable of the flag, because an app may use the flag's variable for something else. */
  readonly ownVariable?: string;
  /** The name of the value in the help. Without it, the flag takes no value and has no variable. */
  readonly valueName?: string;
  /** Whether a variable with the suffix `_FILE` can name a file with the value, as container platforms provide secrets. */
  readonly hasFile?: true;
  /** What it does, in Markdown, if it differs from the option. The first sentence is the help. */
  readonly description?: string;
  /** The default of the command, if it differs from the default of the option. */
  readonly default?: Value;
  /** What applies without the setting, in Markdown, if it cannot be written as a value. */
  readonly absent?: string;
  /** Formats a value as the setting takes it. */
  format?(value: Value): string;
  /** Returns the value; undefined if the setting is not set and has no default. */
  read(reader: SettingReader): Value | undefined;
}

/** A setting with a default of the command. */
export interface SettingWithDefault<Value> extends Setting<Value> {
  readonly default: Value;
  read(reader: SettingReader): Value;
}

/** The parts of a setting with a value. */
interface ValueSetting<Value> extends Omit<Setting<Value>, 'read'> {
  readonly valueName: string;
  readonly parse: ParseSetting<Value>;
}

/** Returns a setting with a value. */
export function valueSetting<Value>(
  parts: ValueSetting<Value> & { readonly default: Value },
): SettingWithDefault<Value>;
export function valueSetting<Value>(parts: ValueSetting<Value>): Setting<Value>;
export function valueSetting<Value>({ parse, ...setting }: ValueSetting<Value>): Setting<Value> {
  return { ...setting, read: (reader) => reader.setting(setting.flag, parse) ?? setting.default };
}

/** Returns a setting that is a flag without a value. */
export function flagSetting(setting: Omit<Setting<boolean>, 'read'>): Setting<boolean> {
  return { ...setting, read: (reader) => (reader.has(setting.flag) ? true : undefined) };
}
