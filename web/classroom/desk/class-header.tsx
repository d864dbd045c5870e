import { Plural, useLingui } from '@lingui/react/macro';
import {
  ActionIcon,
  Alert,
  Badge,
  Button,
  Group,
  NativeSelect,
  Stack,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconArchive, IconCheck, IconCopy, IconDots, IconQrcode } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { Classroom } from '../../../core/classroom/classroom.schema.ts';
import { spacedCode } from '../../../core/text/code-text.ts';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
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

interface ClassSelectProps {
  /** The own ones. */
  classes: readonly Classroom[];
  /** Null while none is open. */
  chosen: Classroom | null;
  /** Null leads to all classes. */
  onChoose: (id: number | null) => void;
}

/** Chooses among the own classes. */
export function ClassSelect({ classes, chosen, onChoose }: ClassSelectProps) {
  const { t } = useLingui();
  // One that is archived is none of them, and is shown as the one that is open.
  const listed = chosen && !classes.some(({ id }) => id === chosen.id) ? [chosen, ...classes] : classes;
  return (
    <NativeSelect
      aria-label={t`Class`}
      w={{ base: 176, sm: 208 }}
      className="not-printed"
      value={chosen ? String(chosen.id) : ''}
      onChange={({ currentTarget: { value } }) => onChoose(value === '' ? null : Number(value))}
      data={[{ value: '', label: t`All classes` }, ...classOptions(listed)]}
    />
  );
}

interface ClassButtonsProps {
  classroom: Classroom;
  /** Not where what is below has that button. */
  canCreateExam: boolean;
  onDelete: () => void;
}

/** What a teacher does most often with a class. */
function ClassButtons({ classroom: { id, is_owner }, canCreateExam, onDelete }: ClassButtonsProps) {
  const { t } = useLingui();
  const look = { variant: 'subtle', size: 'sm', px: 'xs' } as const;
  return (
    <Group
      gap="0 4px"
      ml={-12}
      className="not-printed"
      role="group"
      aria-label={t`What to do with the class`}
    >
      <ButtonLink to={paths.teacherClass(id, 'requests')} {...look}>
        {t`Join requests`}
      </ButtonLink>
      <ButtonLink to={paths.teacherClass(id, 'students')} {...look}>
        {t`Progress`}
      </ButtonLink>
      {canCreateExam && (
        <ButtonLink to={paths.examCreate(id)} {...look}>
          {t`Create exam`}
        </ButtonLink>
      )}
      {is_owner && (
        <Button {...look} ml="auto" color="red" onClick={onDelete}>
          {t`Delete class`}
        </Button>
      )}
    </Group>
  );
}

interface ClassHeaderProps extends ClassButtonsProps {
  classes: readonly Classroom[];
  /** Null leads to all classes. */
  onChoose: (id: number | null) => void;
  onCreated: (created: Classroom) => void;
}

export function ClassHeader(props: ClassHeaderProps) {
  const { classroom, canCreateExam, classes, onChoose, onCreated, onDelete } = props;
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
  const moreButton = (
    <ActionIcon size={44} variant="subtle" aria-label={t`More about the class`} className="not-printed">
      <IconDots size={22} aria-hidden />
    </ActionIcon>
  );
  return (
    <Stack component="header" gap="xs">
      <Group justify="space-between" gap="xs">
        <Title order={1} className="breakable">
          {classroom.name}
        </Title>
        <Group gap={4} wrap="nowrap">
          <ClassSelect classes={classes} chosen={classroom} onChoose={onChoose} />
          <LazyMenu
            button={moreButton}
            load={loadClassMenu}
            given={{
              classroom,
              archive,
              onRename: () => setRenaming(true),
              onTeachers: () => setTeachersOpened(true),
              onCopy: () => setCopying(true),
              onCreate: () => setCreating(true),
            }}
          />
        </Group>
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
      <ClassButtons classroom={classroom} canCreateExam={canCreateExam && !isArchived} onDelete={onDelete} />
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
