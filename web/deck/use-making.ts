import { learns } from '../../core/contract/roles.ts';
import { useSession } from '../lib/kept/stored-session.ts';
import { useKnownSiteSettings } from '../lib/pages/site-settings.tsx';

/**
 * Whether the user makes decks as a student, who has nobody to share them with, and whether they may now. Until that is
 * known they may: the server refuses what they may not.
 */
export function useMaking(): { isStudent: boolean; mayMake: boolean } {
  const isStudent = learns(useSession().role);
  const known = useKnownSiteSettings();
  return { isStudent, mayMake: !isStudent || (known?.students_make_decks ?? true) };
}
