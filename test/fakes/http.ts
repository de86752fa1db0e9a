import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';

export type LocalServer = {
  readonly origin: string;
  /** How many responses the client gave up before their end. */
  readonly abandoned: () => number;
  close(): Promise<void>;
};

/** How the line fails: the socket is cut, nothing comes any more, or the response ends. */
export type LineFailure = 'cut' | 'silence' | 'end';

/** Sizes of the pieces in which a stream is written: odd ones, so that lines and UTF-8 sequences are cut anywhere. */
const PIECES = [1, 3, 7, 2, 64, 5, 200, 11];

/** Responses that the server itself broke off. */
const cut = new WeakSet<ServerResponse>();

/** Starts a server at a free local port. `failed` answers when `handle` rejects before it answered. */
export async function serveLocally(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  failed: (response: ServerResponse, error: unknown) => void,
): Promise<LocalServer> {
  let abandoned = 0;
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished && !cut.has(response)) abandoned++;
    });
    handle(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else failed(response, error);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error(`no port: ${address}`);
  return {
    origin: `http://127.0.0.1:${address.port}`,
    abandoned: () => abandoned,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The body of a request; undefined when it has none or it is no JSON. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(request, 'end');
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

/** Sends a stream of server-sent events in small pieces, and then ends it or lets the line fail. */
export async function sendEvents(
  response: ServerResponse,
  events: string,
  failure: LineFailure = 'end',
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', ...headers });
  const bytes = Buffer.from(events);
  for (let start = 0, piece = 0; start < bytes.length && !response.destroyed; piece++) {
    const size = PIECES[piece % PIECES.length] ?? 1;
    response.write(bytes.subarray(start, start + size));
    start += size;
    await setImmediate();
  }
  if (failure === 'silence') return;
  if (failure === 'cut') {
    await setTimeout(5); // Lets the bytes leave before the socket dies.
    cut.add(response);
    response.destroy();
  } else response.end();
}

/** A text in pieces of so many letters. */
export function inPieces(value: string, size: number): readonly string[] {
  const letters = Array.from(value);
  return Array.from({ length: Math.ceil(letters.length / size) }, (_, index) =>
    letters.slice(index * size, (index + 1) * size).join(''),
  );
}
