import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import { schoolSettings } from '../../../core/process/school-settings.ts';
import { changeEntry, entrySettings } from '../../../core/site/entry.ts';
import * as contract from '../../../core/site/site.schema.ts';
import {
  changeOwnDecks,
  LOGO,
  siteSettings,
  storeLogo,
  updateSiteSettings,
} from '../../../core/site/site-settings.ts';
import { codeOf, SCHOOL_CODE_LENGTH } from '../../../core/text/code-text.ts';
import { forms } from '../../plugins/forms.ts';
import type { Services } from '../../services.ts';
import { route } from '../route.ts';

export const siteRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const { config, database, storage } = services;
  const answer = async () => {
    const settings = await siteSettings(database.pool);
    return {
      ...settings,
      contact_email: settings.contact_email ?? config.CONTACT_EMAIL ?? null,
      letters: config.SMTP_URL !== undefined,
      school_login: schoolSettings(config)?.name ?? null,
    };
  };

  route(app, contract.getSiteSettings, answer);

  route(app, contract.getEntry, () => entrySettings(database.pool));

  route(app, contract.changeEntry, async ({ account, body }) => {
    await changeEntry(database.pool, body, {
      actorId: account.id,
      newCode: () => codeOf(SCHOOL_CODE_LENGTH, randomInt),
    });
    return entrySettings(database.pool);
  });

  route(app, contract.changeOwnDecks, async ({ account, body }) => {
    await changeOwnDecks(database.pool, body, account.id);
    return answer();
  });

  await app.register(async (form) => {
    await form.register(forms, { folder: resolve(config.DATA_DIR, 'uploads'), files: [LOGO] });
    route(form, contract.updateSiteSettings, async ({ account, body, uploads: [logo] }) => {
      await updateSiteSettings(database.pool, body, {
        storeLogo: logo && (() => storeLogo(storage, logo)),
        actorId: account.id,
      });
      return answer();
    });
  });
};
