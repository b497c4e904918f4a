import type { QuotaOptions } from '../../core/quota-options.js';
import {
  type DescribedSetting,
  describeSetting,
  settingHelp,
  settingsOf,
} from '../../instance/options/describe-options.js';
import { readOption, readOptions } from '../../instance/options/option.js';
import { optionTable } from '../../instance/options/option-table.js';
import type { AskwellOptions } from '../../instance/options/options.js';
import { type Setting, SettingError, type SettingReader, valueSetting } from '../../instance/options/setting.js';
import { parseCount, parseSecretSetting } from '../../instance/options/setting-parsers.js';
import type { Flag } from './command.js';
import type { ConnectionLimits } from './connection-limits.js';

/** The settings of the server itself, which are not options of `createAskwell`. */
const serverSettings = {
  port: valueSetting({
    flag: 'port',
    valueName: 'NUMBER',
    default: 3000,
    description: 'The port to listen on. 0 selects any free port.',
    parse: parsePort,
  }),
  host: valueSetting({
    flag: 'host',
    valueName: 'ADDRESS',
    default: '127.0.0.1',
    description:
      'The address to listen on. Set `0.0.0.0` only in a container, or to accept connections from other machines.',
    parse: parseHost,
  }),
  maxConnections: valueSetting({
    flag: 'max-connections',
    valueName: 'NUMBER',
    default: 10_000,
    description: 'The maximum number of open connections. The server closes further connections.',
    parse: parseCount,
  }),
  maxConnectionsPerClient: valueSetting({
    flag: 'max-connections-per-client',
    valueName: 'NUMBER',
    default: 500,
    description:
      'The maximum number of open connections from one address (IPv6: /64). Does not apply to trusted proxies and the local machine.',
    parse: parseCount,
  }),
};

/** The settings of `serve` with their descriptions: first the settings of the server, then the settings for options. */
export const serveSettings: readonly DescribedSetting[] = [
  ...Object.values<Setting>(serverSettings).map((setting) => describeSetting(setting)),
  ...settingsOf(optionTable),
];

/** The flags of `serve`. */
export const serveFlags: readonly Flag[] = serveSettings.map(toFlag);

/** The flags of a group of options, for other commands with these options. */
export const databaseFlags = flagsOf('database');
export const secretFlags = flagsOf('secret');
export const quotaFlags = flagsOf('quotas');

function flagsOf(name: keyof typeof optionTable): Flag[] {
  return settingsOf({ [name]: optionTable[name] }).map(toFlag);
}

function toFlag(described: DescribedSetting): Flag {
  const { flag, ownVariable, valueName, hasFile } = described.setting;
  return {
    name: flag,
    help: settingHelp(described),
    ...(ownVariable !== undefined && { ownVariable }),
    ...(valueName !== undefined && { valueName }),
    ...(hasFile && { hasFile }),
  };
}

/** The settings of `serve`, parsed and checked. */
export interface ServeSettings {
  readonly port: number;
  readonly host: string;
  readonly connections: ConnectionLimits;
  readonly options: AskwellOptions;
}

/** Returns the settings of `serve`. */
export function parseServeSettings(reader: SettingReader): ServeSettings {
  return {
    port: serverSettings.port.read(reader),
    host: serverSettings.host.read(reader),
    connections: {
      inAll: serverSettings.maxConnections.read(reader),
      perClient: serverSettings.maxConnectionsPerClient.read(reader),
    },
    options: { ...readOptions<AskwellOptions>(optionTable, reader), database: databaseSetting(reader) },
  };
}

/** Returns the database of a command. */
export function databaseSetting(reader: SettingReader): string {
  return optionTable.database.setting.read(reader);
}

/** Returns the quotas of a command. */
export function quotaSettings(reader: SettingReader): QuotaOptions {
  return readOption<QuotaOptions>(optionTable.quotas, reader) ?? {};
}

/** A secret, and the name of its setting for messages. */
export interface NamedSecret {
  readonly text: string;
  readonly source: string;
}

/** Returns the secret of a command with its source; undefined if it is not set. */
export function namedSecretSetting(reader: SettingReader): NamedSecret | undefined {
  return reader.setting(optionTable.secret.setting.flag, (text, source) => ({
    text: parseSecretSetting(text, source),
    source,
  }));
}

/** Parses a port. */
function parsePort(text: string, name: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new SettingError(`${name} must be a number from 0 to 65535, not "${text}".`);
  }
  return Number(text);
}

/** Parses an address to listen on. */
function parseHost(text: string, name: string): string {
  if (!/^[\w.:%-]+$/.test(text))
    throw new SettingError(`${name} must be an address or a host name, such as 127.0.0.1, not "${text}".`);
  return text;
}
