import type { McpOptions } from '../../../options/mcp-options.js';
import type { Flag } from '../../command.js';
import { usageError } from '../../command-failure.js';
import type { ParsedSettings } from '../../parsed-settings.js';

/** The flag for what tools can do at `/mcp`. */
export const mcpFlags: readonly Flag[] = [
  { name: 'mcp', valueName: 'MODE', help: 'tools for AI agents at /mcp: off, read or write (default read)' },
];

/** Returns the option `mcp`; undefined if it is not set. */
export function mcpSettings(parsed: ParsedSettings): McpOptions | false | undefined {
  return parsed.setting('mcp', parseMode);
}

function parseMode(text: string, name: string): McpOptions | false {
  if (text === 'off') return false;
  if (text !== 'read' && text !== 'write') throw usageError(`${name} must be off, read or write, not "${text}".`);
  return { writes: text === 'write' };
}
