import type { FastifyPluginAsync } from 'fastify';
import { addressProofOf } from '../../../core/account/address-proof.ts';
import { classTeachers, handOver, removeTeacher } from '../../../core/colleague/class-teachers.ts';
import * as contract from '../../../core/colleague/colleague.schema.ts';
import { colleagueOf } from '../../../core/colleague/colleague-login.ts';
import {
  accept,
  decline,
  invite,
  offeredByLink,
  offeredClasses,
  withdrawInvitation,
} from '../../../core/colleague/invitation.ts';
import type { Services } from '../../services.ts';
import { guards } from '../guards.ts';
import { route } from '../route.ts';

/** The teachers of a class: invited and taken out, and the owner's place handed over. */
export const colleagueRoutes: FastifyPluginAsync<Services> = async (
  app,
  { config, database: { pool }, directory, wakeUp },
) => {
  const max = config.CLASSES_MAX;
  const proof = addressProofOf(config);
  const { classOwner, ownClass } = guards(directory);

  route(app, contract.listClassTeachers, ownClass, ({ account, params: { classId } }, { teacherId }) =>
    classTeachers(pool, classId, teacherId === account.id),
  );

  route(app, contract.findColleague, ({ account, body: { login } }) =>
    colleagueOf(pool, { accountId: account.id, login, proof }),
  );

  route(app, contract.inviteTeacher, classOwner, async ({ account, params: { classId }, body, ip }) => {
    const { email } = body;
    const invitation = await invite(pool, {
      ...{ classId, ownerId: account.id, email, proof },
      countLetter: (tx, to) => app.loginGuard.countInvitation(tx, { to, from: ip, accountId: account.id }),
    });
    if (invitation.letter) wakeUp.lettersWait();
    return invitation;
  });

  route(app, contract.withdrawInvitation, classOwner, ({ account, params: { classId, invitationId } }) =>
    withdrawInvitation(pool, { classId, ownerId: account.id, id: invitationId }),
  );

  route(app, contract.removeTeacher, ownClass, ({ account, params }) =>
    removeTeacher(pool, { ...params, actorId: account.id }),
  );

  route(app, contract.handOverClass, classOwner, ({ account, params: { classId }, body }) =>
    handOver(pool, { ...body, classId, actorId: account.id, by: 'owner', max }),
  );

  route(app, contract.handOverAnyClass, ({ account, params: { classId }, body }) =>
    handOver(pool, { ...body, classId, actorId: account.id, by: 'admin', max }),
  );

  route(app, contract.listOfferedClasses, ({ account }) => offeredClasses(pool, account.id, proof));

  route(app, contract.acceptInvitation, ({ account, params }) =>
    accept(pool, { id: params.invitationId, proof }, account.id),
  );

  route(app, contract.declineInvitation, ({ account, params }) =>
    decline(pool, { id: params.invitationId, proof }, account.id),
  );

  route(app, contract.findInvitation, ({ params }) => offeredByLink(pool, params.token));

  route(app, contract.acceptInvitationLink, ({ account, params }) =>
    accept(pool, { token: params.token }, account.id),
  );
};
