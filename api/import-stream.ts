import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LiveImports } from './live-imports.ts';
import { openLiveStream } from './live-stream.ts';
import { refusePart } from './refuse-part.ts';

/** Opens the stream of an import that the caller may see. */
export async function streamImport(
  live: LiveImports,
  request: FastifyRequest & { params: { importId: number } },
  reply: FastifyReply,
): Promise<void> {
  const { account, params, headers } = request;
  refusePart(headers, 'a stream');
  const stream = openLiveStream(request, reply, live.closed);
  if (!stream) return;
  const { sse, send } = stream;
  const stop = live.watch(params.importId, {
    accountId: account.id,
    changed: () => send('changed'),
    close: () => sse.close(),
  });
  sse.onClose(stop);
  await sse.send({ event: 'ready', data: {} });
}
