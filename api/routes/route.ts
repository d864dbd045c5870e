import type { Static, TSchema } from '@sinclair/typebox';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  preValidationAsyncHookHandler,
  RouteOptions,
} from 'fastify';
import type { Endpoint } from '../../core/contract/endpoint.ts';

type Part<C extends Endpoint, Name extends string> = C['schema'] extends {
  [N in Name]: infer S extends TSchema;
}
  ? Static<S>
  : unknown;

/** A request that its contract has let through. */
export type RequestOf<C extends Endpoint> = FastifyRequest<{
  Params: Part<C, 'params'>;
  Querystring: Part<C, 'querystring'>;
  Headers: Part<C, 'headers'>;
  Body: Part<C, 'body'>;
}>;

type AnswerOf<C extends Endpoint> = {
  [S in keyof C['schema']['response']]: C['schema']['response'][S] extends TSchema
    ? Static<C['schema']['response'][S]>
    : never;
}[keyof C['schema']['response']];

/** What a handler returns: the contract's `returns`, the fields of its `answers`, or nothing that is sent. */
type Result<A> = 0 extends 1 & A
  ? unknown
  : A extends string
    ? unknown
    : keyof A extends 'success'
      ? unknown
      : keyof A extends 'success' | 'data'
        ? A['data' & keyof A]
        : Omit<A, 'success'>;

/** What a route says beside its contract. */
type Options = Pick<RouteOptions, 'bodyLimit' | 'config' | 'exposeHeadRoute' | 'preValidation'> & {
  sse?: 'manual';
};

type Handler<C extends Endpoint, Known> = (
  request: RequestOf<C>,
  known: Known,
  reply: FastifyReply,
) => Result<AnswerOf<C>> | Promise<Result<AnswerOf<C>>>;

/** Throws unless the caller may do it. What it returns, the handler gets as well. */
type Guard<C extends Endpoint, Known> = (request: RequestOf<C>) => Known | Promise<Known>;

type Step = (request: never, known: never, reply: never) => unknown;

/** Returns what puts a handler's result into the envelope of its contract; a file or a stream is sent as it is. */
function envelopeOf(answer: TSchema): (result: unknown) => unknown {
  const fields = Object.keys((answer.properties as object | undefined) ?? {});
  if (fields.length === 0) return (result) => result;
  if (fields.length === 1) return () => ({ success: true });
  if (fields.length === 2 && fields.includes('data')) return (data) => ({ success: true, data });
  return (rest) => ({ success: true, ...(rest as object) });
}

/**
 * Adds a call: its contract, who may make it beyond what the contract says, and what it does. The status and the
 * envelope of the answer are the contract's.
 */
export function route<C extends Endpoint & Options, Known>(
  app: FastifyInstance,
  contract: C,
  guard: Guard<C, Known>,
  handler: Handler<C, Known>,
): void;
export function route<C extends Endpoint & Options>(
  app: FastifyInstance,
  contract: C,
  handler: Handler<C, undefined>,
): void;
export function route(app: FastifyInstance, contract: Endpoint & Options, first: Step, second?: Step): void {
  const [guard, handle] = (second ? [first, second] : [undefined, first]) as [
    Guard<Endpoint, unknown> | undefined,
    Handler<Endpoint, unknown>,
  ];
  const [[status, answer]] = Object.entries(contract.schema.response) as [[string, TSchema]];
  const envelope = envelopeOf(answer);
  app.route({
    ...contract,
    handler: async (request, reply) => {
      const result = await handle(request, guard && (await guard(request)), reply);
      if (status !== '200') reply.status(Number(status));
      return envelope(result);
    },
  });
}

/** Asks the guard before a form is read, whose files would else arrive for nothing. */
export const early =
  (guard: (request: never) => unknown): preValidationAsyncHookHandler =>
  async (request) =>
    void (await guard(request as never));
