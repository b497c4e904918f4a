import type { KeyService } from '../../owners/keys/key-service.js';
import { type AccountServices, accountOperations } from '../accounts/account-operations.js';
import { keyOperations } from '../accounts/key-operations.js';
import { type AnyAskServices, anyAskOperations } from '../asks/any-ask-operations.js';

/** The services behind the operations of signed-in owners. */
export interface SessionServices extends AccountServices, AnyAskServices {
  readonly keys: KeyService;
}

/** Returns the operations that only a signed-in owner can call: in the dashboard, and in process with a session. */
export function sessionOperations(services: SessionServices) {
  return { keys: keyOperations(services.keys), account: accountOperations(services), asks: anyAskOperations(services) };
}
