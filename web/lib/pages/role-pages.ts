import type { Role } from '../../../core/contract/roles.ts';
import { paths } from './paths.ts';

/** Where somebody of each role begins; what the way there is called is in `role-text.ts`. */
const HOMES: Record<Role, () => string> = {
  student: paths.student,
  teacher: paths.teacher,
  admin: paths.admin,
};

export const homeOf = (role: Role | null): string => (role ? HOMES[role]() : paths.home());
