import { once } from 'node:events';
import { connect } from 'node:net';

/** Characters of the received text that are kept, to find values across chunks. */
const tailLength = 4_096;

/** How long the server may take to end the streams after the last vote, in milliseconds. */
const maxEndTime = 10_000;

/** Many clients, each with an address of its own, that read a stream of server-sent events and keep the last number of votes. */
export const open = async (/** @type {{ port: number, path: string, readers: number }} */ { port, path, readers }) => {
  let events = 0;

  async function read(/** @type {number} */ nth) {
    const socket = connect(port, '127.0.0.1');
    socket.setEncoding('latin1');
    await once(socket, 'connect');
    const address = `10.1.${nth >> 8}.${nth & 255}`;
    const headers = `host: 127.0.0.1\r\nx-forwarded-for: ${address}\r\nconnection: close`;
    socket.write(`GET ${path} HTTP/1.1\r\n${headers}\r\n\r\n`);
    let tail = '';
    let votes = -1;
    const begun = new Promise((resolve, reject) => {
      socket.on('close', () => reject(new Error(`A stream ended without results: ${tail.slice(0, 1_000)}`)));
      socket.on('data', (/** @type {string} */ text) => {
        tail = (tail + text).slice(-tailLength);
        const last = [...tail.matchAll(/"votes_count":(\d+)/g)].at(-1)?.[1];
        if (last === undefined) return;
        if (Number(last) !== votes) events++;
        votes = Number(last);
        resolve(null);
      });
    });
    const ended = once(socket, 'close').then(() => ({ votes, isWhole: tail.includes('event: end') }));
    await begun;
    return { ended, destroy: () => socket.destroy() };
  }

  const streams = await Promise.all(Array.from({ length: readers }, (_, nth) => read(nth)));
  return {
    events: () => events,
    /** Returns the number of clients that read to the end and got this number of votes. */
    async haveAll(/** @type {number} */ votes) {
      const timer = setTimeout(() => {
        for (const { destroy } of streams) destroy();
      }, maxEndTime);
      const ends = await Promise.all(streams.map(({ ended }) => ended));
      clearTimeout(timer);
      return ends.filter((end) => end.isWhole && end.votes === votes).length;
    },
  };
};
