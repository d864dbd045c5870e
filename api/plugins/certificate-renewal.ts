import { unwatchFile, watchFile } from 'node:fs';
import type { Server } from 'node:https';
import fp from 'fastify-plugin';
import { readCertificate } from '../../core/process/certificate.ts';
import type { Config } from '../../core/process/config.ts';

/** Asks the file system: services that report changes miss files that are mounted, linked or replaced. */
const POLL_MS = 2_000;

/**
 * Takes over the certificate and key whenever their files change; connections that are open keep theirs. While the two
 * do not belong together, as when one is written before the other, the old ones stay.
 */
export const certificateRenewal = fp<{ config: Config }>(
  async (app, { config }) => {
    const files = [config.TLS_CERT_FILE, config.TLS_KEY_FILE].filter((path) => path !== undefined);
    const renew = (): void => {
      try {
        const certificate = readCertificate(config);
        if (!certificate) return;
        (app.server as unknown as Server).setSecureContext(certificate);
        app.log.info('the certificate was renewed');
      } catch (error) {
        app.log.error({ err: error }, 'the certificate was not renewed');
      }
    };
    for (const path of files) watchFile(path, { interval: POLL_MS, persistent: false }, renew);
    app.addHook('onClose', async () => {
      for (const path of files) unwatchFile(path, renew);
    });
  },
  { name: 'certificate-renewal' },
);
