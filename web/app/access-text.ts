import type { MessageDescriptor } from '@lingui/core';
import { errorMessages } from '../lib/error-text.ts';
import { noticeText } from '../lib/notice-text.ts';
import type { RefusalNotice } from '../lib/pages/access.ts';

export const refusalText: Record<RefusalNotice, MessageDescriptor> = {
  session: errorMessages.unauthenticated,
  teacher: errorMessages.teacher_cannot_learn,
  role: errorMessages.wrong_role,
  admin: noticeText.noAdminPermission,
};
