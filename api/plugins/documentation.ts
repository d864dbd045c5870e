import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fp from 'fastify-plugin';
import { refusePart } from '../live/file-answer.ts';

/** OpenAPI from the contracts, fetched at /api/docs/json. */
export const documentation = fp(
  async (app) => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: 'Nhớ',
          version: '1',
          description:
            'Flashcards with spaced repetition, classes and exams. Errors answer `{success: false, message, code, errors?}`.',
        },
        components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      },
      transform: ({ schema, url, route }) => {
        const access = (route as { access?: string }).access;
        const isApi = url.startsWith('/api/') && access !== undefined;
        return {
          url,
          schema: {
            ...schema,
            hide: !isApi || url.startsWith('/api/docs'),
            ...(access !== 'public' && { security: [{ token: [] }] }),
            ...(isApi && { description: `For: ${access}` }),
          },
        };
      },
    });
  },
  { name: 'documentation' },
);

/** The page that shows it, with a CSP of its own. */
export const documentationPage = fp(
  async (app) => {
    await app.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: true,
      uiHooks: {
        onRequest: (request, _reply, done) => {
          refusePart(request.headers, 'a page');
          done();
        },
      },
    });
  },
  { name: 'documentation-page', dependencies: ['documentation'] },
);
