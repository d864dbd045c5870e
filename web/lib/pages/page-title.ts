import { useEffect } from 'react';
import { useSiteSettings } from './site-settings.tsx';

/** Sets the document's title: the page's own in the active language, then the site's. */
export function usePageTitle(title: string): void {
  const { title: siteTitle } = useSiteSettings();
  useEffect(() => {
    document.title = `${title} · ${siteTitle}`;
  }, [title, siteTitle]);
}
