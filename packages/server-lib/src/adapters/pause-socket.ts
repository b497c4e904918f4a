import type { Socket } from 'node:net';

/** How many reasons there are not to read from a socket now. */
const reasons = new WeakMap<Socket, number>();

/** Node resumes a socket by itself whenever a request is complete or its body is read. */
function pauseAgain(this: Socket): void {
  this.pause();
}

/** Stops reading from a socket until {@link resumeReading} has been called as often. */
export function pauseReading(socket: Socket): void {
  const count = reasons.get(socket) ?? 0;
  reasons.set(socket, count + 1);
  if (count > 0) return;
  socket.on('resume', pauseAgain);
  socket.pause();
}

export function resumeReading(socket: Socket): void {
  const count = (reasons.get(socket) ?? 0) - 1;
  reasons.set(socket, count);
  if (count > 0) return;
  socket.off('resume', pauseAgain);
  if (!socket.destroyed) socket.resume();
}
