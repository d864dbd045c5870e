import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { JoinedByCode } from '../../../core/classroom/class-code.schema.ts';
import { noticeText } from '../../lib/call/notice-text.ts';

const isIn = msg({ message: 'You are in the class {name}.' });

export const joinedText = ({ status, class_name }: JoinedByCode): MessageDescriptor =>
  status === 'approved' ? { ...isIn, values: { name: class_name } } : noticeText.classJoined;
