import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, FastifySchema, HTTPMethods } from 'fastify';
import type { Test } from 'tap';
import type { Access } from '../../core/contract/endpoint.ts';

/** A schema as far as values are derived from it. */
export interface ValueSchema {
  type?: string;
  const?: unknown;
  anyOf?: ValueSchema[];
  properties?: Record<string, ValueSchema>;
  patternProperties?: Record<string, ValueSchema>;
  required?: string[];
  items?: ValueSchema;
  format?: string;
  pattern?: string;
  minimum?: number;
  default?: unknown;
}

export interface RealRoute {
  method: HTTPMethods;
  url: string;
  /** Undefined for what is no call of the API. */
  access: Access | undefined;
  params: Record<string, ValueSchema>;
  query: Record<string, ValueSchema>;
  headers: Record<string, ValueSchema>;
  body: ValueSchema | undefined;
  /** Whether it takes forms with files. */
  isForm: boolean;
}

const propertiesOf = (schema: unknown) => (schema as ValueSchema | undefined)?.properties ?? {};

/** The routes that servers register from now on, each once; to be called before the server is built. */
export function realRoutes(t: Test): RealRoute[] {
  const routes: RealRoute[] = [];
  const noteRoute = ({
    method,
    url,
    schema,
    ...rest
  }: {
    method: unknown;
    url: string;
    schema?: FastifySchema;
  }) => {
    for (const one of [method].flat() as HTTPMethods[]) {
      if (routes.some((known) => known.method === one && known.url === url)) continue;
      routes.push({
        method: one,
        url,
        access: (rest as { access?: Access }).access,
        params: propertiesOf(schema?.params),
        query: propertiesOf(schema?.querystring),
        headers: propertiesOf(schema?.headers),
        body: schema?.body as ValueSchema | undefined,
        isForm: (schema as { consumes?: string[] } | undefined)?.consumes !== undefined,
      });
    }
  };
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', noteRoute);
  };
  subscribe('fastify.initialization', listen);
  t.teardown(() => unsubscribe('fastify.initialization', listen));
  return routes;
}
