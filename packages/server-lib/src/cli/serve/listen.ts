import { once } from 'node:events';
import type { Server } from 'node:http';
import { CommandFailure, systemErrorCode } from '../command-failure.js';

/** Listens, and gives the port that it got. */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    throw new CommandFailure(whyNot(systemErrorCode(error), port, host));
  }
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

function whyNot(code: string, port: number, host: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken. Stop what listens there, or choose another port with PORT or --port.`;
    case 'EACCES':
      return `Port ${port} is not open to this user; ports below 1024 seldom are. Choose another with PORT or --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return `This machine has no address ${host}. Choose another with HOST or --host.`;
    default:
      return `Askwell can't listen on ${host}, port ${port} (${code}).`;
  }
}
