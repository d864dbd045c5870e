import type { onSendHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { ANSWER_MAX } from '../../core/contract/batch-limits.ts';
import { AppError } from '../../core/contract/errors.ts';

/** No code unit takes more bytes in UTF-8. */
const BYTES_OF_UNIT = 3;

export const answerTooLarge = (): AppError =>
  new AppError('answer_too_large', { params: { megabytes: ANSWER_MAX / 1_000_000 } });

/**
 * Refuses to send what is too large. Lists come in parts, so that this meets only what nobody has thought of; files and
 * streams are no strings.
 */
export const answerLimit = fp(
  async (app) => {
    const check: onSendHookHandler<unknown> = (_request, _reply, payload, done) => {
      const isTooLarge =
        typeof payload === 'string' &&
        payload.length > ANSWER_MAX / BYTES_OF_UNIT &&
        Buffer.byteLength(payload) > ANSWER_MAX;
      if (isTooLarge) throw answerTooLarge();
      done(null, payload);
    };
    app.addHook('onRoute', (route) => {
      if (route.method === 'GET' && /^\/api\/(?!docs)/.test(route.url))
        route.onSend = [...[route.onSend ?? []].flat(), check];
    });
  },
  { name: 'answer-limit' },
);
