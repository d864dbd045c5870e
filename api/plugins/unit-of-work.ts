import type { EntityManager } from '@mikro-orm/postgresql';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Database } from '../../core/database.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The ORM's unit of work for this request, made when it is first asked for. */
    em: EntityManager;
  }
}

export const unitOfWork = fp<{ database: Database }>(
  async (app, { database }) => {
    const units = new WeakMap<FastifyRequest, EntityManager>();
    app.decorateRequest('em', {
      getter() {
        let em = units.get(this);
        if (!em) {
          em = database.orm.em.fork();
          units.set(this, em);
        }
        return em;
      },
    });
  },
  { name: 'unit-of-work' },
);
