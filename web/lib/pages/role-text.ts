import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { OpenRole, Role } from '../../../core/contract/roles.ts';

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
