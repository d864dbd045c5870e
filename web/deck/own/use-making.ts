import { useSession } from '../../lib/stored-session.ts';
import { useKnownSiteSettings } from '../../site/site-settings.tsx';

/**
 * Whether the user makes decks as a student, who has nobody to share them with, and whether they may at the moment. Until
 * that is known they may: the server refuses what they may not.
 */
export function useMaking(): { isStudent: boolean; mayMake: boolean } {
  const isStudent = useSession().role === 'student';
  const known = useKnownSiteSettings();
  return { isStudent, mayMake: !isStudent || (known?.students_make_decks ?? true) };
}
