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
