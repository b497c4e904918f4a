import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy before a PostgreSQL server that cuts connections. */
export interface CuttingProxy {
  /** The URL of the database behind the proxy. */
  readonly url: string;
  /** The number of connections that were cut. */
  readonly cuts: number;
  /** Cuts the connections of this share of all COMMITs, after they were sent and before their reply. */
  cutCommits(share: number): void;
  /** Cuts all connections, and refuses new ones until `allow`. */
  refuse(): void;
  allow(): void;
  /** Holds everything that is sent in either direction until `resume`, as a frozen server does. */
  pause(): void;
  resume(): void;
  /** Connects to the server of another URL from now on, and cuts the connections to the previous one. */
  redirect(url: string): void;
  close(): Promise<void>;
}

/** A simple query, as `pg` sends it: `Q`, four bytes of length, the text and a zero. */
const commit = Buffer.from('Q\0\0\0\x0bcommit\0', 'latin1');

/** Starts a proxy before the server of a URL. */
export async function startCuttingProxy(url: string): Promise<CuttingProxy> {
  let target = new URL(url);
  const sockets = new Set<Socket>();
  let share = 0;
  let sent = 0;
  let cuts = 0;
  let isRefusing = false;
  let isPaused = false;

  const server = createServer((client) => {
    if (isRefusing) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(target.port), target.hostname);
    const end = (): void => {
      client.destroy();
      upstream.destroy();
      for (const socket of [client, upstream]) sockets.delete(socket);
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end).on('close', end);
    }
    client.on('data', (chunk) => {
      // Spread evenly, so that a run can be repeated.
      const mustCut = chunk.includes(commit) && Math.floor((sent + 1) * share) > Math.floor(sent++ * share);
      if (!mustCut) {
        upstream.write(chunk);
        return;
      }
      cuts++;
      client.destroy();
      // The server still gets the COMMIT, but nobody gets its reply.
      upstream.end(chunk);
    });
    upstream.on('data', (chunk) => client.write(chunk));
    if (isPaused) for (const socket of [client, upstream]) socket.pause();
  });
  const cutAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const behind = new URL(url);
  behind.port = String((server.address() as AddressInfo).port);
  return {
    url: behind.href,
    get cuts() {
      return cuts;
    },
    cutCommits(next) {
      share = next;
    },
    refuse() {
      isRefusing = true;
      cutAll();
    },
    allow() {
      isRefusing = false;
    },
    pause() {
      isPaused = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      isPaused = false;
      for (const socket of sockets) socket.resume();
    },
    redirect(next) {
      target = new URL(next);
      cutAll();
    },
    async close() {
      cutAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
