import { once } from 'node:events';
import type { Server } from 'node:http';
import { CommandFailure, systemErrorCode } from './command-failure.js';

/**
 * Starts listening and returns the port, which the system chooses if it is 0.
 *
 * @throws {CommandFailure} If the server cannot listen there.
 */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    throw new CommandFailure(explainListenFailure(systemErrorCode(error), port, host));
  }
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

function explainListenFailure(code: string, port: number, host: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use. Stop the other process, or choose another port with PORT or --port.`;
    case 'EACCES':
      return `This user may not listen on port ${port}; most systems reserve ports below 1024. Choose another port with PORT or --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return `This machine does not have the address ${host}. Choose another with HOST or --host.`;
    default:
      return `Cannot listen on ${host}, port ${port} (${code}).`;
  }
}
