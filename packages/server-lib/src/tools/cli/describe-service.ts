import { type ApiDescription, describeApi } from '../../api/openapi/operation-list.js';
import { silentLogger } from '../../base/logger.js';
import { assembleServices } from '../../instance/assemble-services.js';
import { createApiEndpoints } from '../../instance-pipeline.js';

/** Returns the operations that this version of the service has. Opens no database. */
export async function describeService(): Promise<ApiDescription> {
  const services = assembleServices({ database: ':memory:', logger: silentLogger }, { isCommand: true });
  try {
    return describeApi(createApiEndpoints(services));
  } finally {
    await services.close();
  }
}
