import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Sort } from './progress-list.ts';

export const sortText: Record<Sort, MessageDescriptor> = {
  'name-up': msg`Name, A to Z`,
  'name-down': msg`Name, Z to A`,
  'cards-down': msg`Most cards first`,
  'cards-up': msg`Fewest cards first`,
  'time-down': msg`Longest time first`,
  'time-up': msg`Shortest time first`,
};
