import { statfs } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Pool } from 'pg';
import { AppError } from '../../core/contract/errors.ts';
import { administers } from '../../core/contract/roles.ts';
import { type Reservation, UploadAllowance } from '../../core/files/upload.ts';
import type { Config } from '../../core/process/config.ts';

declare module 'fastify' {
  interface FastifyInstance {
    uploadLimits: {
      /**
       * Throws `storage_full`, or `uploads_used_up` when the account has sent too much since midnight (UTC). Call the
       * result with the bytes that came, or 0 after a refusal. The administrator's imports are large, and not
       * counted.
       */
      admit(request: FastifyRequest, folder: string): Promise<Reservation>;
    };
  }
}

interface Limits extends Pick<Config, 'DISK_FREE_MIN' | 'UPLOAD_BYTES_PER_DAY'> {
  pool: Pool;
}

const uncounted: Reservation = async () => {};

/** What a form with files may bring. */
export const uploadLimits = fp<Limits>(
  async (app, { DISK_FREE_MIN, UPLOAD_BYTES_PER_DAY, pool }) => {
    const allowance = new UploadAllowance(pool, UPLOAD_BYTES_PER_DAY);
    app.decorate('uploadLimits', {
      async admit({ account, headers }, folder) {
        if (DISK_FREE_MIN > 0) {
          const { bavail, blocks } = await statfs(folder);
          // The database may lie on the same disk, and must not stand still for want of room.
          if (bavail * 100 < blocks * DISK_FREE_MIN) throw new AppError('storage_full');
        }
        if (administers(account.role)) return uncounted;
        const reservation = await allowance.reserve(account.id, Number(headers['content-length'] ?? 0));
        if (reservation) return reservation;
        throw new AppError('uploads_used_up', {
          params: { megabytes: Math.floor(UPLOAD_BYTES_PER_DAY / 1024 ** 2) },
          retryAfter: await allowance.secondsLeft(),
        });
      },
    });
  },
  { name: 'upload-limits' },
);
