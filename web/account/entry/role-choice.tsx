import { useLingui } from '@lingui/react/macro';
import { Input } from '@mantine/core';
import { type Icon, IconBackpack, IconChalkboard } from '@tabler/icons-react';
import { type ChangeEvent, useId } from 'react';
import type { OpenRole } from '../../../core/contract/roles.ts';
import { openRoleText } from '../../lib/pages/role-text.ts';
import classes from './role-choice.module.css';

const SIGNS: Record<OpenRole, Icon> = { student: IconBackpack, teacher: IconChalkboard };

interface RoleChoiceProps {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

/** Student or teacher, each as a tile to touch. */
export function RoleChoice({ name, value, error, onChange }: RoleChoiceProps) {
  const { t, i18n } = useLingui();
  const [textId, errorId] = [useId(), useId()];
  return (
    <fieldset
      className={classes.roles}
      data-wrong={error ? true : undefined}
      aria-describedby={error ? `${textId} ${errorId}` : textId}
    >
      <legend>{t`I am a…`}</legend>
      <div className={classes.row}>
        {(Object.keys(SIGNS) as OpenRole[]).map((role) => {
          const Sign = SIGNS[role];
          return (
            <label key={role} className={classes.role}>
              <input
                type="radio"
                name={name}
                value={role}
                checked={value === role}
                onChange={onChange}
                required
              />
              <Sign size={32} stroke={1.5} aria-hidden />
              {i18n._(openRoleText[role])}
            </label>
          );
        })}
      </div>
      <Input.Description id={textId}>{t`Parents choose teacher to follow a child.`}</Input.Description>
      {error && (
        <Input.Error id={errorId} mt={4}>
          {error}
        </Input.Error>
      )}
    </fieldset>
  );
}
