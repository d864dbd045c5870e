import { useLingui } from '@lingui/react/macro';
import { Menu } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconKey,
  IconPencil,
  IconPlus,
  IconPrinter,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Classroom } from '../../../core/classroom/classroom.schema.ts';
import { paths } from '../../lib/pages/paths.ts';
import type { useArchive } from './use-archive.ts';

export default function ClassMenu(props: {
  button: ReactNode;
  classroom: Classroom;
  archive: Pick<ReturnType<typeof useArchive>, 'put' | 'bringBack'>;
  onRename: () => void;
  onTeachers: () => void;
  onCopy: () => void;
  onCreate: () => void;
}) {
  const { t } = useLingui();
  const { button, classroom, archive, onRename, onTeachers, onCopy, onCreate } = props;
  const isArchived = classroom.archived_at !== null;
  return (
    <Menu defaultOpened position="bottom-end" shadow="md">
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {!isArchived && (
          <>
            <Menu.Item leftSection={<IconPencil size={18} aria-hidden />} onClick={onRename}>
              {t`Rename class`}
            </Menu.Item>
            <Menu.Item
              component={Link}
              to={paths.classRoster(classroom.id)}
              leftSection={<IconUserPlus size={18} aria-hidden />}
            >
              {t`Add students from a list`}
            </Menu.Item>
          </>
        )}
        <Menu.Item leftSection={<IconUsers size={18} aria-hidden />} onClick={onTeachers}>
          {t`Teachers`}
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={18} aria-hidden />} onClick={onCopy}>
          {t`Copy class`}
        </Menu.Item>
        <Menu.Item
          component={Link}
          to={paths.classPasswords(classroom.id)}
          leftSection={<IconKey size={18} aria-hidden />}
        >
          {t`New passwords for several`}
        </Menu.Item>
        <Menu.Item leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
          {t`Print this page`}
        </Menu.Item>
        {isArchived ? (
          <Menu.Item
            leftSection={<IconArchiveOff size={18} aria-hidden />}
            onClick={() => void archive.bringBack()}
          >
            {t`Bring the class back`}
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconArchive size={18} aria-hidden />} onClick={() => void archive.put()}>
            {t`Archive class`}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconPlus size={18} aria-hidden />} onClick={onCreate}>
          {t`New class`}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
