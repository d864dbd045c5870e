import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { schoolSettings } from '../../core/account/school-login/school-settings.ts';
import { codeOf, SCHOOL_CODE_LENGTH } from '../../core/code-text.ts';
import { changeEntry, entrySettings } from '../../core/site/entry.ts';
import { LOGO, storeLogo } from '../../core/site/logo.ts';
import { changeOwnDecks } from '../../core/site/own-decks.ts';
import * as contract from '../../core/site/site.schema.ts';
import { siteSettings, updateSiteSettings } from '../../core/site/site-settings.ts';
import { ok } from '../envelope.ts';
import { forms } from '../plugins/forms.ts';
import type { Services } from '../services.ts';

export const siteRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { config, database, storage } = services;
  const answer = async () =>
    ok({
      ...(await siteSettings(database.pool)),
      contact_email: config.CONTACT_EMAIL ?? null,
      letters: config.SMTP_URL !== undefined,
      school_login: schoolSettings(config)?.name ?? null,
    });

  app.route({ ...contract.getSiteSettings, handler: answer });

  app.route({ ...contract.getEntry, handler: async () => ok(await entrySettings(database.pool)) });

  app.route({
    ...contract.changeEntry,
    handler: async ({ account, body }) => {
      await changeEntry(database.pool, body, {
        actorId: account.id,
        newCode: () => codeOf(SCHOOL_CODE_LENGTH, randomInt),
      });
      return ok(await entrySettings(database.pool));
    },
  });

  app.route({
    ...contract.changeOwnDecks,
    handler: async ({ account, body }) => {
      await changeOwnDecks(database.pool, body, account.id);
      return answer();
    },
  });

  const siteForm: FastifyPluginAsyncTypebox = async (form) => {
    await form.register(forms, { folder: resolve(config.DATA_DIR, 'uploads'), files: [LOGO] });
    form.route({
      ...contract.updateSiteSettings,
      handler: async ({ account, body, uploads: [logo] }) => {
        await updateSiteSettings(database.pool, body, {
          storeLogo: logo && (() => storeLogo(storage, logo)),
          actorId: account.id,
        });
        return answer();
      },
    });
  };
  await app.register(siteForm);
};
