import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  IconBook2,
  IconCards,
  IconClipboardText,
  IconFileImport,
  IconHistory,
  IconHome,
  IconRosetteDiscountCheck,
  IconSettings,
  IconUser,
  IconUserCog,
  IconUsers,
} from '@tabler/icons-react';
import type { SectionName } from './section-paths.ts';

export interface SectionLook {
  label: MessageDescriptor;
  icon: typeof IconHome;
}

/** What each section is called, and its picture. */
export const SECTION_LOOK: Record<SectionName, SectionLook> = {
  today: { label: msg`Today`, icon: IconHome },
  home: { label: msg`Home`, icon: IconHome },
  classes: { label: msg`Classes`, icon: IconUsers },
  decks: { label: msg`Decks`, icon: IconCards },
  exams: { label: msg`Exams`, icon: IconClipboardText },
  'admin-home': { label: msg`Overview`, icon: IconHome },
  'admin-people': { label: msg`People`, icon: IconUserCog },
  'admin-official': { label: msg`Official decks`, icon: IconRosetteDiscountCheck },
  'admin-import': { label: msg`Import`, icon: IconFileImport },
  'admin-cards': { label: msg`Decks and cards`, icon: IconCards },
  'admin-acts': { label: msg`Audit log`, icon: IconBook2 },
  'admin-log': { label: msg`System log`, icon: IconHistory },
  'admin-site': { label: msg`Site`, icon: IconSettings },
  'admin-account': { label: msg`Account`, icon: IconUser },
};
