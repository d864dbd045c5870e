import { useLingui } from '@lingui/react/macro';
import { Anchor, Badge, Checkbox, Group, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { Person } from '../../core/person/person.schema.ts';
import { paths } from '../lib/pages/paths.ts';
import { dayAgo } from '../lib/text/date-text.ts';
import classes from './people-rows.module.css';
import { loginOf, roleText } from './person-text.ts';

/** What is unusual about an account. */
export function PersonState({ person }: { person: Person }) {
  const { t } = useLingui();
  return (
    <>
      {person.awaits_approval && !person.disabled && (
        <Badge color="honey" variant="light">
          {t`Waits for approval`}
        </Badge>
      )}
      {person.disabled && (
        <Badge color="gray" variant="light">
          {t`Disabled`}
        </Badge>
      )}
      {person.must_change_password && (
        <Badge color="honey" variant="light">
          {t`Must change the password`}
        </Badge>
      )}
      {person.claims_email && (
        <Badge color="honey" variant="light">
          {t`Address not confirmed`}
        </Badge>
      )}
      {person.delete_at !== null && (
        <Badge color="rose" variant="light">
          {t`To be deleted`}
        </Badge>
      )}
    </>
  );
}

interface PeopleRowsProps {
  people: readonly Person[];
  chosen: ReadonlySet<number>;
  onChoose: (id: number, isChosen: boolean) => void;
  busy: boolean;
}

/** People, a line each: to be opened, or chosen for what is done to several. */
export function PeopleRows({ people, chosen, onChoose, busy }: PeopleRowsProps) {
  const { t, i18n } = useLingui();
  return (
    <ul className="plain-list" aria-label={t`People`} aria-busy={busy}>
      {people.map((person) => (
        <li key={person.id} className={classes.row}>
          <Checkbox
            aria-label={t`Choose ${person.name}`}
            checked={chosen.has(person.id)}
            onChange={(event) => onChoose(person.id, event.currentTarget.checked)}
          />
          <div className="breakable">
            <Group gap="xs">
              <Anchor component={Link} to={paths.adminPerson(person.id)} fw={600} className="lone-link">
                {person.name}
              </Anchor>
              <PersonState person={person} />
            </Group>
            <Text size="xs" c="dimmed">
              {loginOf(person)}
            </Text>
          </div>
          <div className={classes.facts}>
            <Text size="sm">{i18n._(roleText[person.role])}</Text>
            <Text size="xs" c="dimmed">
              {person.seen_at === null
                ? t`Not here yet`
                : dayAgo(i18n.locale, new Date(person.seen_at), new Date())}
            </Text>
          </div>
        </li>
      ))}
    </ul>
  );
}
