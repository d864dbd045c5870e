import { Trans } from '@lingui/react/macro';
import { Menu } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconKey,
  IconPencil,
  IconPrinter,
  IconTrash,
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
  onDelete: () => void;
}) {
  const { button, classroom, archive, onRename, onTeachers, onCopy, onDelete } = props;
  const isArchived = classroom.archived_at !== null;
  return (
    <Menu defaultOpened position="bottom-end" shadow="md">
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {!isArchived && (
          <>
            <Menu.Item leftSection={<IconPencil size={18} aria-hidden />} onClick={onRename}>
              <Trans>Rename class</Trans>
            </Menu.Item>
            <Menu.Item
              component={Link}
              to={paths.classRoster(classroom.id)}
              leftSection={<IconUserPlus size={18} aria-hidden />}
            >
              <Trans>Add students from a list</Trans>
            </Menu.Item>
          </>
        )}
        <Menu.Item leftSection={<IconUsers size={18} aria-hidden />} onClick={onTeachers}>
          <Trans>Teachers</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={18} aria-hidden />} onClick={onCopy}>
          <Trans>Copy class</Trans>
        </Menu.Item>
        <Menu.Item
          component={Link}
          to={paths.classPasswords(classroom.id)}
          leftSection={<IconKey size={18} aria-hidden />}
        >
          <Trans>New passwords for several</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
          <Trans>Print this page</Trans>
        </Menu.Item>
        {isArchived ? (
          <Menu.Item
            leftSection={<IconArchiveOff size={18} aria-hidden />}
            onClick={() => void archive.bringBack()}
          >
            <Trans>Bring the class back</Trans>
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconArchive size={18} aria-hidden />} onClick={() => void archive.put()}>
            <Trans>Archive class</Trans>
          </Menu.Item>
        )}
        {classroom.is_owner && (
          <Menu.Item
            // The name of the colour alone is shade 6, which cannot be read by night.
            color="var(--mantine-color-red-text)"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={onDelete}
          >
            <Trans>Delete class</Trans>
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
