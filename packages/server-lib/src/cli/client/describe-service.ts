import { assembleServices } from '../../assemble-services.js';
import { createApiEndpoints } from '../../instance/instance-pipeline.js';
import { silentLogger } from '../../logger.js';
import { type ApiDescription, describeApi } from '../../openapi/calls/operation-list.js';

/** Returns the operations that this version of the service has. Opens no database. */
export async function describeService(): Promise<ApiDescription> {
  const services = assembleServices({ database: ':memory:', logger: silentLogger }, { isCommand: true });
  try {
    return describeApi(createApiEndpoints(services));
  } finally {
    await services.close();
  }
}
