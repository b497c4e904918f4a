import type { Socket } from 'node:net';

/** The number of `pauseReading` calls for each socket that are still in effect. */
const pauseCounts = new WeakMap<Socket, number>();

/** Node resumes a socket whenever a request is complete or its body is read. */
function pauseAgain(this: Socket): void {
  this.pause();
}

/** Stops reading from a socket until {@link resumeReading} has been called for each call of this function. */
export function pauseReading(socket: Socket): void {
  const count = pauseCounts.get(socket) ?? 0;
  pauseCounts.set(socket, count + 1);
  if (count > 0) return;
  socket.on('resume', pauseAgain);
  socket.pause();
}

/** Undoes one call of {@link pauseReading}. */
export function resumeReading(socket: Socket): void {
  const count = (pauseCounts.get(socket) ?? 0) - 1;
  pauseCounts.set(socket, count);
  if (count > 0) return;
  socket.off('resume', pauseAgain);
  if (!socket.destroyed) socket.resume();
}
