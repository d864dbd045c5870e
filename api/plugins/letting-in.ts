import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { KnownAccount } from '../../core/access/directory.ts';
import type { Account } from '../../core/account/account.entity.ts';
import type { LoginAnswer } from '../../core/account/account.schema.ts';
import { toUser } from '../../core/account/account.ts';
import { type Caller, LoginGuard } from '../../core/account/login-guard.ts';
import type { PasswordQueue } from '../../core/account/password-queue.ts';
import { sealKeys } from '../../core/account/seal-keys.ts';
import { writeSession } from '../../core/account/sessions.ts';
import type { Database } from '../../core/database.ts';

/** How often what logins have left is looked through for what is no longer needed. */
const TIDY_MS = 10 * 60_000;

const DEVICE = /^[\w-]{22}$/;

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts what was tried with passwords, in all processes together. */
    loginGuard: LoginGuard;
    /** The caller's place; a browser that comes without a device token is given one. */
    callerOf(request: FastifyRequest, body: { device?: string }): Caller;
    /** Returns the token of a new session. Throws `unauthenticated` when all were ended since the account was read. */
    openSession(
      account: Pick<KnownAccount, 'id' | 'tokenVersion' | 'role'>,
      userAgent?: string,
    ): Promise<string>;
    /** Opens a session for somebody who has shown who they are, however they did, and returns what the client keeps. */
    letIn(account: Account, caller: Caller): Promise<LoginAnswer>;
  }
}

/** The one door: every way to log in ends in `letIn`. */
export const lettingIn = fp<{ database: Database; passwords: PasswordQueue; secret: string }>(
  async (app, { database, passwords, secret }) => {
    const guard = new LoginGuard(database.pool, passwords, secret);
    const sealKeyOf = sealKeys(secret);
    const tidying = setInterval(() => {
      guard.forgetOld().catch((error: unknown) => app.log.warn(error, 'old logins were not forgotten'));
    }, TIDY_MS).unref();
    app.addHook('onClose', async () => clearInterval(tidying));

    app.decorate('loginGuard', guard);
    app.decorate('callerOf', ({ ip, headers }, { device }) => ({
      address: ip,
      userAgent: headers['user-agent'],
      device: device && DEVICE.test(device) ? device : randomBytes(16).toString('base64url'),
    }));
    app.decorate('openSession', async (account, userAgent) => {
      const token = app.newToken(account.role);
      await writeSession(database.pool, account, { token, userAgent });
      app.seen(account.id, token.id);
      return app.issueToken(account, token);
    });
    app.decorate('letIn', async (account, caller) => {
      await guard.remember(account.id, caller);
      return {
        success: true,
        token: await app.openSession({ ...account, tokenVersion: account.token_version }, caller.userAgent),
        device: caller.device,
        seal_key: sealKeyOf(account.id),
        role: account.role,
        user: toUser(account),
      };
    });
  },
  { name: 'letting-in', dependencies: ['authentication'] },
);
