import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { OpenRole, Role } from '../../core/account/roles.ts';
import { paths } from './paths.ts';

interface RolePages {
  /** Where somebody of this role begins. */
  home: () => string;
  /** What the way there is called. */
  homeLabel: MessageDescriptor;
}

export const rolePages: Record<Role, RolePages> = {
  student: { home: paths.student, homeLabel: msg`My learning` },
  teacher: { home: paths.teacher, homeLabel: msg`Teacher's desk` },
  admin: { home: paths.admin, homeLabel: msg`Administration` },
};

/** What those who register call themselves. */
export const openRoleLabels: Record<OpenRole, MessageDescriptor> = {
  student: msg`Student`,
  teacher: msg`Teacher`,
};

export const homeOf = (role: Role | null): string => (role ? rolePages[role].home() : paths.home());
