import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { getSiteSettings } from '../../core/site/site.schema.ts';
import { siteSettings } from '../../core/site/site-settings.ts';
import type { Services } from '../app.ts';

export const siteRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { config, database }) => {
  app.route({
    ...getSiteSettings,
    handler: async () => ({
      success: true as const,
      data: { ...(await siteSettings(database.pool)), contact_email: config.CONTACT_EMAIL ?? null },
    }),
  });
};
