import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type BackFromSchool, backFromSchool } from './back-from-school.ts';

/**
 * What the school's login has led back with. It is taken out of the address at once, and `take` gets a code once, also
 * when React draws twice.
 */
export function useBackFromSchool(take: (code: string) => void): BackFromSchool {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const [back] = useState(() => backFromSchool(hash));
  const taken = useRef(false);
  useEffect(() => {
    if (taken.current || (back.code === null && back.problem === null)) return;
    taken.current = true;
    navigate(pathname + search, { replace: true });
    if (back.code !== null) take(back.code);
  }, [back, navigate, pathname, search, take]);
  return back;
}
