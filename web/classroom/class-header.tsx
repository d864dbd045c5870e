import { Plural, Trans, useLingui } from '@lingui/react/macro';
import {
  ActionIcon,
  Alert,
  Badge,
  Button,
  Group,
  Menu,
  Stack,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import {
  IconArchive,
  IconArchiveOff,
  IconCheck,
  IconChevronDown,
  IconCopy,
  IconDots,
  IconKey,
  IconLayoutGrid,
  IconPencil,
  IconPlus,
  IconPrinter,
  IconQrcode,
  IconTrash,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Classroom } from '../../core/classroom/classroom.schema.ts';
import { paths } from '../lib/pages/paths.ts';
import { classOptions } from './class-options.ts';
import { CopyClassModal } from './copy-class.modal.tsx';
import { NewClassModal } from './new-class.tsx';
import { RenameClassModal } from './rename-class.modal.tsx';
import { useArchive } from './use-archive.ts';

const ClassTeachersModal = lazy(() => import('../colleague/class-teachers.modal.tsx'));
const ClassCodeModal = lazy(() => import('./code/class-code.modal.tsx'));

function ClassNumber({ id }: { id: number }) {
  const { t } = useLingui();
  const { copy, copied, error } = useClipboard({ timeout: 3_000 });
  return (
    <Group gap="xs" role="group" aria-label={t`Class number`}>
      <Text size="sm" c="dimmed">
        {error ? (
          <Trans>This browser does not let us copy: please write the number down.</Trans>
        ) : (
          <Trans>Students join with the number</Trans>
        )}
      </Text>
      <Text fz={24} lh={1} fw={700} className="tabular">
        {id}
      </Text>
      <Button
        size="xs"
        variant="subtle"
        className="not-printed"
        leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        onClick={() => copy(String(id))}
      >
        {copied ? <Trans>Copied</Trans> : <Trans>Copy the number</Trans>}
      </Button>
      <VisuallyHidden role="status">{copied && t`The number is copied.`}</VisuallyHidden>
    </Group>
  );
}

interface ClassHeaderProps {
  classroom: Classroom;
  classes: readonly Classroom[];
  /** Null leads to all classes. */
  onChoose: (id: number | null) => void;
  onCreated: (created: Classroom) => void;
  onDelete: () => void;
}

/** Which class is open, the way to the others, its number and what can be done with it. */
export function ClassHeader({ classroom, classes, onChoose, onCreated, onDelete }: ClassHeaderProps) {
  const { t } = useLingui();
  const [isCreating, setCreating] = useState(false);
  const [isRenaming, setRenaming] = useState(false);
  // From the first time on, so that it can close as it opened.
  const [codeOpened, setCodeOpened] = useState<boolean | null>(null);
  const [teachersOpened, setTeachersOpened] = useState<boolean | null>(null);
  const [isCopying, setCopying] = useState(false);
  const archive = useArchive(classroom);
  const { teacher_name } = classroom;
  const isArchived = classroom.archived_at !== null;
  const others = classOptions(classes).filter(({ value }) => value !== String(classroom.id));
  return (
    <Stack component="header" gap="xs">
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <Group gap={4} wrap="nowrap" align="center" miw={0}>
          <Title order={1} className="breakable">
            {classroom.name}
          </Title>
          <Menu position="bottom-start" shadow="md" width={280}>
            <Menu.Target>
              <ActionIcon size={44} variant="subtle" aria-label={t`Other classes`} className="not-printed">
                <IconChevronDown size={22} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown mah="60dvh" style={{ overflowY: 'auto' }}>
              {others.map(({ value, label }) => (
                <Menu.Item key={value} className="breakable" onClick={() => onChoose(Number(value))}>
                  {label}
                </Menu.Item>
              ))}
              {others.length > 0 && <Menu.Divider />}
              <Menu.Item
                leftSection={<IconLayoutGrid size={18} aria-hidden />}
                onClick={() => onChoose(null)}
              >
                <Trans>All classes</Trans>
              </Menu.Item>
              <Menu.Item leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setCreating(true)}>
                <Trans>New class</Trans>
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Group>
        <Menu position="bottom-end" shadow="md">
          <Menu.Target>
            <ActionIcon
              size={44}
              variant="subtle"
              aria-label={t`More about the class`}
              className="not-printed"
            >
              <IconDots size={22} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {!isArchived && (
              <>
                <Menu.Item
                  leftSection={<IconPencil size={18} aria-hidden />}
                  onClick={() => setRenaming(true)}
                >
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
            <Menu.Item
              leftSection={<IconUsers size={18} aria-hidden />}
              onClick={() => setTeachersOpened(true)}
            >
              <Trans>Teachers</Trans>
            </Menu.Item>
            <Menu.Item leftSection={<IconCopy size={18} aria-hidden />} onClick={() => setCopying(true)}>
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
              <Menu.Item
                leftSection={<IconArchive size={18} aria-hidden />}
                onClick={() => void archive.put()}
              >
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
      </Group>
      <Group gap="lg">
        <Text c="dimmed">
          <Plural value={classroom.student_count} _0="No students yet" one="# student" other="# students" />
        </Text>
        {!classroom.is_owner && (
          <Badge variant="light" tt="none" size="lg">
            <Trans>With {teacher_name}</Trans>
          </Badge>
        )}
        {!isArchived && (
          <>
            <ClassNumber id={classroom.id} />
            <Button
              size="xs"
              variant="light"
              className="not-printed"
              leftSection={<IconQrcode size={16} aria-hidden />}
              onClick={() => setCodeOpened(true)}
            >
              <Trans>Code and QR</Trans>
            </Button>
          </>
        )}
      </Group>
      {isArchived && (
        <Alert color="gray" icon={<IconArchive size={20} aria-hidden />} title={<Trans>Archived</Trans>}>
          <Stack gap="xs" align="flex-start">
            <Text size="sm">
              <Trans>
                Everything can be read, and nothing changes. Students do not see the class among theirs.
              </Trans>
            </Text>
            <Button variant="light" loading={archive.isRunning} onClick={() => void archive.bringBack()}>
              <Trans>Bring the class back</Trans>
            </Button>
          </Stack>
        </Alert>
      )}
      <RenameClassModal classroom={classroom} opened={isRenaming} onClose={() => setRenaming(false)} />
      {codeOpened !== null && (
        <Suspense fallback={null}>
          <ClassCodeModal
            key={classroom.id}
            classroom={classroom}
            opened={codeOpened}
            onClose={() => setCodeOpened(false)}
          />
        </Suspense>
      )}
      {teachersOpened !== null && (
        <Suspense fallback={null}>
          <ClassTeachersModal
            key={classroom.id}
            classroom={classroom}
            opened={teachersOpened}
            onClose={() => setTeachersOpened(false)}
            onLeft={() => onChoose(null)}
          />
        </Suspense>
      )}
      <CopyClassModal
        classroom={classroom}
        opened={isCopying}
        onClose={() => setCopying(false)}
        onCopied={onCreated}
      />
      <NewClassModal opened={isCreating} onClose={() => setCreating(false)} onCreated={onCreated} />
    </Stack>
  );
}
