import { useNavigate } from 'react-router-dom';
import { endSession } from '../kept/stored-session.ts';
import { paths } from './paths.ts';

/** Ends a login that the server no longer accepts. Leads to the login, and from there back to this page. */
export function useLogInAgain(): () => void {
  const navigate = useNavigate();
  return () => {
    const { pathname, search, hash } = window.location;
    endSession();
    // A page with a guard has led there by itself meanwhile.
    navigate(paths.login(pathname + search + hash), { replace: true });
  };
}

/** Stands for this site, of which the address is not needed. */
const HERE = 'http://own.invalid';

/** Pages by which one logs in. */
const LOGINS = [
  paths.login(),
  paths.register(),
  paths.schoolLogin(),
  paths.adminLogin(),
  paths.newPassword(),
  paths.waiting(),
];

/**
 * Returns the page that an address asks for after the login, or null. It is a path of this site, whatever somebody wrote
 * into a link: never another site, and no page that leads to the login again.
 */
export function nextPath(search: string): string | null {
  const asked = new URLSearchParams(search).get('next');
  // Browsers read "\" as "/" and leave out tabs and line breaks, so "/\t/host" is another site.
  if (!asked?.startsWith('/') || /^\/[/\\]|[\\\p{Cc}]/u.test(asked)) return null;
  const url = URL.canParse(asked, HERE) ? new URL(asked, HERE) : null;
  if (!url || url.origin !== HERE || url.pathname.startsWith('//')) return null;
  if (LOGINS.includes(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}
