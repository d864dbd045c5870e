import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Role } from '../../core/contract/roles.ts';
import type { ChangedPerson, PeopleChange, PeopleFilter, Person } from '../../core/person/person.schema.ts';
import { errorMessages } from '../lib/call/error-text.ts';
import { openRoleText } from '../lib/pages/role-pages.ts';

export const roleText: Record<Role, MessageDescriptor> = { ...openRoleText, admin: msg`Administrator` };

export const stateText: Record<NonNullable<PeopleFilter['state']>, MessageDescriptor> = {
  active: msg`Active`,
  waiting: msg`Waits for approval`,
  disabled: msg`Disabled`,
  must_change: msg`Must change the password`,
  to_be_deleted: msg`To be deleted`,
};

export const seenText: Record<NonNullable<PeopleFilter['seen']>, MessageDescriptor> = {
  week: msg`Within 7 days`,
  month: msg`Within 30 days`,
  longer: msg`Longer ago than 30 days`,
  never: msg`Not here yet`,
};

export const orderText: Record<NonNullable<PeopleFilter['sort']>, MessageDescriptor> = {
  name: msg`Name, A to Z`,
  seen: msg`Latest seen first`,
  silent: msg`Longest away first`,
  made: msg`Newest account first`,
};

export const refusedText: Record<NonNullable<ChangedPerson['refused']>, MessageDescriptor> = {
  person_not_found: errorMessages.person_not_found,
  last_administrator: errorMessages.last_administrator,
  own_account: errorMessages.own_account,
  person_has_work: errorMessages.person_has_work,
  not_waiting: errorMessages.not_waiting,
  not_connected: errorMessages.not_connected,
};

export const changeText: Record<PeopleChange, MessageDescriptor> = {
  approve: msg({ message: 'Approve', context: 'a person' }),
  refuse: msg({ message: 'Refuse', context: 'a person' }),
  new_password: msg`New password`,
  end_sessions: msg`End sessions`,
  disconnect_school: msg`Disconnect the school’s account`,
  disable: msg`Disable`,
  enable: msg`Enable`,
  delete: msg`Delete in 14 days`,
  keep: msg`Keep the account`,
  erase: msg`Delete at once`,
};

/** Changes that shut somebody out, or take what they have. */
export const DANGEROUS: readonly PeopleChange[] = ['disable', 'refuse', 'delete', 'erase'];

/** By what somebody logs in. */
export const loginOf = ({ email, user_name }: Pick<Person, 'email' | 'user_name'>): string =>
  email ?? user_name ?? '';
