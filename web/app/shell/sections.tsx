import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { administers, type Role } from '../../../core/contract/roles.ts';
import { SECTION_LOOK } from '../../lib/pages/section-look.ts';
import { SECTIONS, sectionOf } from '../../lib/pages/section-paths.ts';
import classes from './sections.module.css';

export function Sections({ role }: { role: Role }) {
  const { i18n, t } = useLingui();
  const current = sectionOf(role, useLocation());
  // An administrator's are too many for a phone: there the page has them as tabs.
  const hasBar = !administers(role);
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: of a bar that is too long, the open section is to be seen
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return (
    <nav className={classes.sections} aria-label={t`Sections`} data-bar={hasBar || undefined}>
      <ul ref={list} className={classes.list}>
        {SECTIONS[role].map(({ name, to }) => {
          const { label, icon: Icon } = SECTION_LOOK[name];
          return (
            <li key={name} className={classes.item}>
              <Link
                to={to}
                className={classes.link}
                aria-current={name === current ? 'page' : undefined}
                // On a phone a long word may be cut off.
                title={i18n._(label)}
              >
                <Icon size={22} aria-hidden />
                <span className={classes.label}>{i18n._(label)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
