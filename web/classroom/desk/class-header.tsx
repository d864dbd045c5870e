import { Plural, useLingui } from '@lingui/react/macro';
import { ActionIcon, Alert, Badge, Button, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconArchive, IconCheck, IconChevronDown, IconCopy, IconDots, IconQrcode } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { Classroom } from '../../../core/classroom/classroom.schema.ts';
import { spacedCode } from '../../../core/text/code-text.ts';
import { LazyDialog } from '../../ui/control/lazy-dialog.tsx';
import { LazyMenu } from '../../ui/control/lazy-menu.tsx';
import { useArchive } from '../change/use-archive.ts';
import { classOptions } from '../class-options.ts';

const ClassTeachersModal = lazy(() => import('../../colleague/class-teachers.modal.tsx'));
const ClassCodeModal = lazy(() => import('../code/class-code.modal.tsx'));
const CopyClassModal = lazy(() => import('../change/copy-class.modal.tsx'));
const NewClassModal = lazy(() => import('../change/new-class.modal.tsx'));
const RenameClassModal = lazy(() => import('../change/rename-class.modal.tsx'));
const loadClassMenu = () => import('../change/class-menu.tsx');
const loadOtherClasses = () => import('../change/other-classes-menu.tsx');

function ClassCode({ code, onOpen }: { code: string | null; onOpen: () => void }) {
  const { t } = useLingui();
  const { copy, copied, error } = useClipboard({ timeout: 3_000 });
  return (
    <Group gap="xs" role="group" aria-label={t`Class code`}>
      {code === null ? (
        <Text size="sm" c="dimmed">
          {t`The code has ended: nobody joins by it.`}
        </Text>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            {error
              ? t`This browser does not let us copy: please write the code down.`
              : t`Students join with the code`}
          </Text>
          <Text fz={24} lh={1} fw={700} translate="no">
            {spacedCode(code)}
          </Text>
          <Button
            size="xs"
            variant="subtle"
            className="not-printed"
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={() => copy(spacedCode(code))}
          >
            {copied ? t`Copied` : t`Copy the code`}
          </Button>
        </>
      )}
      <Button
        size="xs"
        variant="light"
        className="not-printed"
        leftSection={<IconQrcode size={16} aria-hidden />}
        onClick={onOpen}
      >
        {t`Code and QR`}
      </Button>
      <VisuallyHidden role="status">{copied && t`The code is copied.`}</VisuallyHidden>
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
  const othersButton = (
    <ActionIcon size={44} variant="subtle" aria-label={t`Other classes`} className="not-printed">
      <IconChevronDown size={22} aria-hidden />
    </ActionIcon>
  );
  const moreButton = (
    <ActionIcon size={44} variant="subtle" aria-label={t`More about the class`} className="not-printed">
      <IconDots size={22} aria-hidden />
    </ActionIcon>
  );
  return (
    <Stack component="header" gap="xs">
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <Group gap={4} wrap="nowrap" align="center" miw={0}>
          <Title order={1} className="breakable">
            {classroom.name}
          </Title>
          <LazyMenu
            button={othersButton}
            load={loadOtherClasses}
            given={{ others, onChoose, onCreate: () => setCreating(true) }}
          />
        </Group>
        <LazyMenu
          button={moreButton}
          load={loadClassMenu}
          given={{
            classroom,
            archive,
            onRename: () => setRenaming(true),
            onTeachers: () => setTeachersOpened(true),
            onCopy: () => setCopying(true),
            onDelete,
          }}
        />
      </Group>
      <Group gap="lg" style={{ rowGap: 'var(--mantine-spacing-xs)' }}>
        <Text c="dimmed">
          <Plural value={classroom.student_count} _0="No students yet" one="# student" other="# students" />
        </Text>
        {!classroom.is_owner && (
          <Badge variant="light" tt="none" size="lg">
            {t`With ${teacher_name}`}
          </Badge>
        )}
        {!isArchived && <ClassCode code={classroom.code} onOpen={() => setCodeOpened(true)} />}
      </Group>
      {isArchived && (
        <Alert color="gray" icon={<IconArchive size={20} aria-hidden />} title={t`Archived`}>
          <Stack gap="xs" align="flex-start">
            <Text size="sm">
              {t`Everything can be read, and nothing changes. Students do not see the class among theirs.`}
            </Text>
            <Button variant="light" loading={archive.isRunning} onClick={() => void archive.bringBack()}>
              {t`Bring the class back`}
            </Button>
          </Stack>
        </Alert>
      )}
      <LazyDialog opened={isRenaming}>
        <RenameClassModal classroom={classroom} opened={isRenaming} onClose={() => setRenaming(false)} />
      </LazyDialog>
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
      <LazyDialog opened={isCopying}>
        <CopyClassModal
          classroom={classroom}
          opened={isCopying}
          onClose={() => setCopying(false)}
          onCopied={onCreated}
        />
      </LazyDialog>
      <LazyDialog opened={isCreating}>
        <NewClassModal opened={isCreating} onClose={() => setCreating(false)} onCreated={onCreated} />
      </LazyDialog>
    </Stack>
  );
}
