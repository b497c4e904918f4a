import { MessagePort } from 'node:worker_threads';

/** The port of a thread. In Deno, it is not a `MessagePort`: it only sends messages and delivers events. */
export interface ThreadPort {
  on<Message>(event: 'message', listener: (message: Message) => void): unknown;
  postMessage(message: unknown): void;
}

/** Returns whether a port has all methods of Node. */
export function isMessagePort(port: ThreadPort): port is MessagePort {
  return port instanceof MessagePort;
}

/** Ends the thread of a port, after the messages that it has sent. */
export function endThread(port: ThreadPort): void {
  if (isMessagePort(port)) port.close();
  else process.exit();
}
