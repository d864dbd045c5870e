import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { OpenRole, Role } from '../../../core/contract/roles.ts';
import { paths } from './paths.ts';

/** What the first page of each role is called. */
export const homeText: Record<Role, MessageDescriptor> = {
  student: msg`My learning`,
  teacher: msg`Teacher's desk`,
  admin: msg`Administration`,
};

/** How users describe themselves when registering. */
export const openRoleText: Record<OpenRole, MessageDescriptor> = {
  student: msg`Student`,
  teacher: msg`Teacher`,
};

/** Where somebody of each role begins; what the way there is called is in `role-text.ts`. */
const HOMES: Record<Role, () => string> = {
  student: paths.student,
  teacher: paths.teacher,
  admin: paths.admin,
};

export const homeOf = (role: Role | null): string => (role ? HOMES[role]() : paths.home());
