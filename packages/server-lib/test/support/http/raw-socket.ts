import { connect, type Socket } from 'node:net';

/** Opens a TCP connection to a test server, for requests that no HTTP client sends. */
export function openSocket(server: { readonly url: string }): Socket {
  const { hostname, port } = new URL(server.url);
  return connect(Number(port), hostname);
}

/** Sends bytes and returns the whole reply, until the server closes the connection. */
export function sendRaw(server: { readonly url: string }, bytes: string | Uint8Array): Promise<string> {
  const socket = openSocket(server);
  const answer = readAll(socket);
  socket.write(bytes);
  return answer;
}

export function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      text += chunk;
    });
    socket.once('error', reject);
    socket.once('close', () => resolve(text));
    socket.resume();
  });
}

/** Reads until the text matches, and leaves the connection open. */
export function readUntil(socket: Socket, expected: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (expected.test(text)) resolve(text);
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(`The connection was closed after: ${text}`)));
  });
}

/** Writes, and rejects if the connection is closed. */
export function writeBytes(socket: Socket, bytes: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}
