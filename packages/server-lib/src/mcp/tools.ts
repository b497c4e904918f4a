import type { OperationEffect } from '../keys/key-permissions.js';
import type { ApiDescription, ApiOperation } from '../openapi/calls/operation-list.js';
import { type InputSchema, inputSchemaOf } from './input-schema.js';
import { type ToolDefinition, toolDefinitions } from './tool-list.js';

/** A tool as MCP clients see it. */
export interface ToolDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: InputSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: false;
  };
}

/** A tool with the operations that it calls. */
export interface Tool {
  readonly description: ToolDescription;
  readonly operations: readonly [ApiOperation, ...ApiOperation[]];
  readonly effect: OperationEffect;
}

/** Returns the tools by name, described from the operations of the API. */
export function createTools(api: ApiDescription): ReadonlyMap<string, Tool> {
  return new Map(toolDefinitions.map((definition) => [definition.name, createTool(definition, api)]));
}

function createTool({ name, title, operations: ids }: ToolDefinition, api: ApiDescription): Tool {
  const [first, ...others] = ids.map((id) => findOperation(id, api));
  if (!first) throw new Error(`The tool ${name} has no operation.`);
  const operations = [first, ...others] as const;
  const { method, effect, summary } = first;
  const shownTitle = title ?? summary;
  const sentences = new Set(operations.map(({ description }) => description).filter((text) => text !== undefined));
  return {
    operations,
    effect,
    description: {
      name,
      title: shownTitle,
      description: [`${shownTitle}.`, ...sentences].join(' '),
      inputSchema: inputSchemaOf(operations, api),
      annotations: {
        readOnlyHint: effect === 'read',
        // A change overwrites what was there.
        destructiveHint: method === 'DELETE' || method === 'PATCH',
        idempotentHint: method !== 'POST',
        openWorldHint: false,
      },
    },
  };
}

function findOperation(id: string, { operations }: ApiDescription): ApiOperation {
  const found = operations.find((operation) => operation.id === id);
  if (!found) throw new Error(`Unknown operation ${id}.`);
  return found;
}
