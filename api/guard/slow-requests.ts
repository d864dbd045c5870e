import type { Socket } from 'node:net';
import type { FastifyServerOptions } from 'fastify';
import { AppError } from '../../core/contract/errors.ts';

/** How often connections are checked, in parts of the time that a request has. */
export const CHECKS = 4;

/**
 * What such a request is answered. Importing these words from `node:http` would load its client for WebSockets as well, 3 MB.
 */
const REASONS: Record<number, string> = { 400: 'Bad Request', 408: 'Request Timeout' };

/**
 * Connections, of HTTP/2 streams, on which a form arrives: it has more time and watches over it itself
 * (plugins/forms.ts).
 */
const uploading = new WeakSet<object>();

/** Says that this request has a time limit of its own, until what is returned is called. */
export function allowSlowRequest({ socket, stream }: { socket: object; stream?: object }): () => void {
  const connection = stream ?? socket;
  uploading.add(connection);
  return () => void uploading.delete(connection);
}

/** Whether what arrives on this connection or stream has a time limit of its own. */
export const isSlowRequestAllowed = (connection: object): boolean => uploading.has(connection);

/**
 * Ends a request, head or body, that has not arrived whole within `timeoutMs`, and a connection on which nothing comes.
 * Node checks every quarter of that time, without a timer for each request.
 */
export const slowRequests = (
  timeoutMs: number,
): Pick<FastifyServerOptions, 'requestTimeout' | 'clientErrorHandler'> & { http: object } => ({
  requestTimeout: timeoutMs,
  http: {
    requestTimeout: timeoutMs,
    headersTimeout: timeoutMs,
    connectionsCheckingInterval: Math.ceil(timeoutMs / CHECKS),
  },
  clientErrorHandler: (error, socket) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ECONNRESET' || socket.destroyed) return;
    // Node reports each slow request once; a form goes on.
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && isSlowRequestAllowed(socket)) return;
    answer(socket as Socket, refusal(code));
    socket.destroy(error);
  },
});

function refusal(code: string | undefined): AppError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new AppError('request_timeout');
  const detail = code === 'HPE_HEADER_OVERFLOW' ? 'its head is too large' : 'it is no HTTP';
  return new AppError('malformed_request', { params: { detail } });
}

/** What no request was made of has no reply: the answer is written as it is. */
function answer(socket: Socket, error: AppError): void {
  if (!socket.writable) return;
  const body = JSON.stringify(error.toBody());
  socket.write(
    `HTTP/1.1 ${error.status} ${REASONS[error.status] ?? ''}\r\nConnection: close\r\n` +
      'Content-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
