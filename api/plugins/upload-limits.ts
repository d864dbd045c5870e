import { statfs } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Config } from '../../core/config.ts';
import { AppError } from '../../core/errors.ts';
import { growingCache } from '../../core/growing-cache.ts';

const DAY_MS = 24 * 60 * 60_000;

declare module 'fastify' {
  interface FastifyInstance {
    uploadLimits: {
      /** Throws `storage_full`, or `uploads_used_up` for who has sent too much since midnight (UTC). */
      admit(request: FastifyRequest, folder: string): Promise<void>;
      /** Counts what has come. The administrator's imports are large, and not counted. */
      count(request: FastifyRequest, bytes: number): void;
    };
  }
}

type Limits = Pick<Config, 'DISK_FREE_MIN' | 'UPLOAD_BYTES_PER_DAY'>;

/** What a form with files may bring. Counted in this process's memory. */
export const uploadLimits = fp<Limits>(
  async (app, { DISK_FREE_MIN, UPLOAD_BYTES_PER_DAY }) => {
    const sent = growingCache<number, { day: number; bytes: number }>(50_000);
    const today = () => Math.floor(Date.now() / DAY_MS);
    const sentToday = (id: number): number => {
      const found = sent.get(id);
      return found?.day === today() ? found.bytes : 0;
    };
    app.decorate('uploadLimits', {
      async admit({ account }, folder) {
        if (DISK_FREE_MIN > 0) {
          const { bavail, blocks } = await statfs(folder);
          // The database may lie on the same disk, and must not stand still for want of room.
          if (bavail * 100 < blocks * DISK_FREE_MIN) throw new AppError('storage_full');
        }
        if (account.role !== 'admin' && sentToday(account.id) >= UPLOAD_BYTES_PER_DAY)
          throw new AppError('uploads_used_up', {
            params: { megabytes: Math.floor(UPLOAD_BYTES_PER_DAY / 1024 ** 2) },
            retryAfter: Math.ceil(((today() + 1) * DAY_MS - Date.now()) / 1_000),
          });
      },
      count: ({ account }, bytes) =>
        void sent.set(account.id, { day: today(), bytes: sentToday(account.id) + bytes }),
    });
  },
  { name: 'upload-limits' },
);
