import type { Described, DescribedSetting, GeneratedInterface } from '../src/instance/options/describe-options.js';
import type { Option } from '../src/instance/options/option.js';

type Options = Readonly<Record<string, Option>>;

interface LoadedOptions {
  readonly optionTable: Options;
  readonly describeOptions: (table: Options) => readonly Described[];
  readonly serveSettings: readonly DescribedSetting[];
  readonly variableName: (flag: string) => string;
}

/** Returns docs/configuration.md with its tables up to date. */
export function updateOptionTables(page: string, options: LoadedOptions): string;

/** Returns a page with its tables of the options in a group up to date. */
export function updateGroupTables(page: string, name: string, options: Omit<LoadedOptions, 'serveSettings'>): string;

/** Returns the source file of an interface with its members up to date. */
export function updateInterface(source: string, generated: Omit<GeneratedInterface, 'file'>): string;
