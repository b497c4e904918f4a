import type { OperationEffect } from '../../owners/keys/key-permissions.js';
import type { ApiDescription, ApiOperation } from '../openapi/operation-list.js';
import { type InputSchema, inputSchemaOf } from './input-schema.js';

/** A tool as MCP clients see it. */
export interface ToolDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: InputSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    /** Only for tools that change something: the others always are. */
    readonly idempotentHint?: boolean;
    readonly openWorldHint: false;
  };
}

/** A tool with the operations that it calls. */
export interface Tool {
  readonly description: ToolDescription;
  readonly operations: readonly [ApiOperation, ...ApiOperation[]];
  readonly effect: OperationEffect;
}

/**
 * Returns the tools by name, described by the operations of the API. Read-only tools come first. An operation that polls, quizzes
 * and forms have is one tool, because agents choose better among fewer.
 */
export function createTools(api: ApiDescription): ReadonlyMap<string, Tool> {
  const tools = new Map<string, readonly [ApiOperation, ...ApiOperation[]]>();
  for (const operation of api.operations) {
    const name = operation.tool?.name;
    const others = name === undefined ? undefined : tools.get(name);
    if (name !== undefined) tools.set(name, others ? [...others, operation] : [operation]);
  }
  const created = [...tools].map(([name, operations]) => [name, createTool(name, operations, api)] as const);
  const isRead = ([, { effect }]: (typeof created)[number]) => effect === 'read';
  return new Map([...created.filter(isRead), ...created.filter((tool) => !isRead(tool))]);
}

function createTool(name: string, operations: Tool['operations'], api: ApiDescription): Tool {
  const [first] = operations;
  const { method, effect, summary, tool } = first;
  const title = tool?.title ?? summary;
  const sentences = new Set(operations.map(({ description }) => description).filter((text) => text !== undefined));
  return {
    operations,
    effect,
    description: {
      name,
      title,
      description: [`${title}.`, ...sentences].join(' '),
      inputSchema: inputSchemaOf(operations, api),
      annotations: {
        readOnlyHint: effect === 'read',
        // A change overwrites earlier values.
        destructiveHint: method === 'DELETE' || method === 'PATCH',
        ...(effect !== 'read' && { idempotentHint: method !== 'POST' }),
        openWorldHint: false,
      },
    },
  };
}
