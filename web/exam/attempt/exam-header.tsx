import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  ActionIcon,
  Alert,
  Button,
  type ButtonProps,
  Group,
  Paper,
  Progress,
  Text,
  Title,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconBook2,
  IconClock,
  IconClockOff,
  IconCloudCheck,
  IconCloudOff,
  IconCloudUp,
  IconSend,
  IconX,
} from '@tabler/icons-react';
import { lazy, type ReactNode, useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSession } from '../../lib/kept/stored-session.ts';
import { browserClock } from '../../lib/live/timing.ts';
import { useLogInAgain } from '../../lib/pages/next-path.ts';
import { paths } from '../../lib/pages/paths.ts';
import { LazyDialog } from '../../ui/control/lazy-dialog.tsx';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { Passage } from '../form/passage.tsx';
import classes from './exam-session.module.css';
import questionChipsStyles from './question-chips.module.css';
import { clockText, type TimeLevel, timeLeft } from './state/countdown.ts';
import type { SavingState } from './state/exam-saver.ts';
import {
  type ExamPhase,
  type ExamSession,
  QUESTIONS_PER_PAGE,
  type ShownExam,
  tally,
} from './state/exam-session.state.ts';
import type { ExamSessionController } from './state/exam-session-controller.ts';
import type { ExamView } from './state/exam-session-view.ts';

const loadDrawer = () => import('./passage-drawer.tsx');
const PassageDrawer = lazy(loadDrawer);

/** When the exam has been drawn, and what it is drawn of has come. */
const DRAWN_MS = 1_000;

/** What the questions are about: beside them where there is room, else before the first one. */
export function ExamPassage({ exam }: { exam: ShownExam }) {
  return (
    <Paper withBorder radius="lg" p={{ base: 'sm', sm: 'md' }} className={classes.passage}>
      <Passage {...exam} />
    </Paper>
  );
}

/** Brings the text to any question, where it is not beside them. */
export function PassageButton({ exam }: { exam: ShownExam }) {
  const { t } = useLingui();
  const [isOpen, drawer] = useDisclosure(false);
  // Not only when it is asked for: the network may be gone by then.
  useEffect(() => browserClock.after(DRAWN_MS, () => void loadDrawer().catch(() => {})), []);
  return (
    <>
      <Button
        variant="light"
        px="sm"
        h={44}
        className={classes.drawerButton}
        leftSection={<IconBook2 size={18} aria-hidden />}
        onClick={drawer.open}
      >
        {t`Passage`}
      </Button>
      <LazyDialog opened={isOpen}>
        <PassageDrawer opened={isOpen} onClose={drawer.close} exam={exam} />
      </LazyDialog>
    </>
  );
}

/** Leads to the login; what this browser has of the exam stays for the same student. */
export function LogInAgain({ size }: Pick<ButtonProps, 'size'>) {
  const { t } = useLingui();
  const logIn = useLogInAgain();
  return (
    <Button size={size} onClick={logIn}>
      {t`Log in again`}
    </Button>
  );
}

interface State {
  color: string;
  icon: ReactNode;
  text: ReactNode;
}

function stateOf({ isHandInWaiting, isSignedOut, isTimeUp }: ExamView, phase: ExamPhase): State | null {
  if (phase === 'handing-in' && isSignedOut)
    return {
      color: 'yellow',
      icon: <IconCloudOff aria-hidden />,
      text: (
        <Group justify="space-between" gap="xs">
          <Trans>Not handed in yet: you are no longer logged in.</Trans>
          <LogInAgain size="xs" />
        </Group>
      ),
    };
  if (phase === 'handing-in' && isHandInWaiting)
    return {
      color: 'yellow',
      icon: <IconCloudOff aria-hidden />,
      text: (
        <Trans>
          Not handed in yet: the server cannot be reached. Your answers are kept on this device and are handed
          in as soon as it can be. Please leave this page open.
        </Trans>
      ),
    };
  if (phase === 'handing-in')
    return {
      color: 'blue',
      icon: <IconSend aria-hidden />,
      text: <Trans>The exam is being handed in…</Trans>,
    };
  if (phase === 'time-over')
    return {
      color: 'blue',
      icon: <IconClockOff aria-hidden />,
      text: (
        <Trans>
          The time is over. The server hands in what it has saved, and the result appears here by itself.
        </Trans>
      ),
    };
  if (isTimeUp)
    return {
      color: 'yellow',
      icon: <IconClockOff aria-hidden />,
      text: (
        <Trans>
          The time is over. Not handed in yet: the server cannot be reached. Please leave this page open.
        </Trans>
      ),
    };
  return null;
}

/** How far the handing in is, as long as there is no result. */
function HandInState({ view, phase }: { view: ExamView; phase: ExamPhase }) {
  const state = stateOf(view, phase);
  return (
    <div role="status">
      {state && (
        <Alert p="xs" variant="light" color={state.color} icon={state.icon}>
          {state.text}
        </Alert>
      )}
    </div>
  );
}

type ChipState = 'answered' | 'skipped' | 'open';

/** Every question by its number, and what was done with it. */
function QuestionChips({ session, onGo }: { session: ExamSession; onGo: (questionId: number) => void }) {
  const { t } = useLingui();
  const list = useRef<HTMLOListElement>(null);
  const first = (session.page - 1) * QUESTIONS_PER_PAGE;

  // The chips of another page may be out of sight; what scrolls is the list alone.
  useEffect(() => {
    const chip = list.current?.children[first];
    if (list.current && chip instanceof HTMLElement) list.current.scrollLeft = chip.offsetLeft - 4;
  }, [first]);

  const nameOf = (number: number, state: ChipState): string =>
    ({
      answered: t`Question ${number}: answered`,
      skipped: t`Question ${number}: skipped`,
      open: t`Question ${number}: open`,
    })[state];
  return (
    <nav aria-label={t`Questions`}>
      <ol
        ref={list}
        className={questionChipsStyles.chips}
        data-over={session.phase === 'submitted' || undefined}
      >
        {session.exam.questions.map(({ id }, index) => {
          const mark = session.marks[id];
          const state = mark === undefined ? 'open' : mark === 'skipped' ? 'skipped' : 'answered';
          const isHere = index >= first && index < first + QUESTIONS_PER_PAGE;
          return (
            <li key={id}>
              <UnstyledButton
                className={questionChipsStyles.chip}
                data-state={state}
                data-here={isHere || undefined}
                aria-label={nameOf(index + 1, state)}
                onClick={() => onGo(id)}
              >
                {index + 1}
              </UnstyledButton>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

interface SkippedQuestionsProps {
  session: ExamSession;
  onReview: (questionId: number) => void;
}

/** The skipped questions by their numbers, each with a way back to it; nothing when there is none. */
export function SkippedQuestions({ session: { exam, marks }, onReview }: SkippedQuestionsProps) {
  const { t } = useLingui();
  const titleId = useId();
  const skipped = exam.questions.flatMap(({ id }, index) =>
    marks[id] === 'skipped' ? [{ id, number: index + 1 }] : [],
  );
  if (skipped.length === 0) return null;
  return (
    <Group gap="xs">
      <Text id={titleId} size="sm">{t`Skipped:`}</Text>
      <Group component="ul" gap="0 12px" className="plain-list" aria-labelledby={titleId}>
        {skipped.map(({ id, number }) => (
          <Group component="li" key={id} gap={0} wrap="nowrap" className="tabular">
            <Text component="span" size="sm" fw={600}>
              {number}
            </Text>
            <Button
              variant="subtle"
              px={6}
              h={44}
              aria-label={t`Review question ${number}`}
              onClick={() => onReview(id)}
            >
              {t`Review`}
            </Button>
          </Group>
        ))}
      </Group>
    </Group>
  );
}

const COLOURS: Record<TimeLevel, string> = { green: 'green', amber: 'yellow', red: 'red' };
/** Seconds. */
const LAST_MINUTES = 300;
const LAST_MINUTE = 60;

const nothingLeft = timeLeft(0, 0);
const noTimeLeft = () => nothingLeft;

interface ExamTimerProps {
  controller: Pick<ExamSessionController, 'timeLeft' | 'subscribeToTime'>;
  durationSeconds: number;
  /** Handed in: there is no time left, whatever the clock said. */
  isOver: boolean;
}

/** Says calmly, once each, that the end is near. */
function Warning({ seconds, durationSeconds }: { seconds: number; durationSeconds: number }) {
  const { t } = useLingui();
  if (seconds > 0 && seconds <= LAST_MINUTE) return t`1 minute left`;
  const isNear = seconds > LAST_MINUTE && seconds <= LAST_MINUTES && durationSeconds > LAST_MINUTES;
  return isNear ? t`Less than 5 minutes left` : null;
}

function ExamTimer({ controller, durationSeconds, isOver }: ExamTimerProps) {
  const { t } = useLingui();
  const minutes = Math.round(durationSeconds / 60);
  const read = isOver ? noTimeLeft : controller.timeLeft;
  const { seconds, percent, level } = useSyncExternalStore(controller.subscribeToTime, read, noTimeLeft);
  return (
    <div>
      <Group justify="space-between" gap="xs" mih={24}>
        <Group gap={6} wrap="nowrap">
          <IconClock size={18} aria-hidden />
          <Text component="span" role="timer" aria-label={t`Time left`} fw={700} className="tabular">
            {clockText(seconds)}
          </Text>
          {!isOver && (
            <Text component="span" size="sm" c="dimmed">
              {t`${plural(minutes, { one: '# minute', other: '# minutes' })}`}
            </Text>
          )}
        </Group>
        {/* Announced when it changes, unlike the clock beside it. */}
        <Text component="span" role="status" size="sm" fw={600}>
          <Warning seconds={seconds} durationSeconds={durationSeconds} />
        </Text>
      </Group>
      <Progress.Root size="sm" radius="xl">
        <Progress.Section
          value={percent}
          color={COLOURS[level]}
          data-level={level}
          aria-label={t`Share of the time that is left`}
        />
      </Progress.Root>
    </div>
  );
}

const ICONS: Record<SavingState, typeof IconCloudCheck> = {
  saved: IconCloudCheck,
  pending: IconCloudUp,
  saving: IconCloudUp,
  failing: IconCloudOff,
};

/** Whether the server has everything. Only trouble is announced: every answer would be too much to listen to. */
function SavingMark({ view, savedAt }: { view: ExamView; savedAt: string | null }) {
  const { t, i18n } = useLingui();
  if (view.isSignedOut)
    return (
      <Group justify="space-between" gap="xs" role="status">
        <Text size="sm">{t`Not saved yet: you are no longer logged in.`}</Text>
        <LogInAgain size="xs" />
      </Group>
    );
  const { saving } = view;
  const at = savedAt && i18n.date(new Date(savedAt), { timeStyle: 'medium' });
  const words: Record<SavingState, ReactNode> = {
    saved: at ? t`Saved at ${at}` : t`Changes are saved automatically`,
    pending: t`Not saved yet`,
    saving: t`Saving…`,
    failing: t`Not saved yet: the server cannot be reached. Your answers are kept on this device.`,
  };
  const Icon = ICONS[saving];
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" c={saving === 'failing' ? undefined : 'dimmed'}>
      <Icon size={18} aria-hidden style={{ flex: 'none' }} />
      <Text size="sm" component="span" className="tabular" data-saving={saving}>
        {saving !== 'failing' && words[saving]}
        <span role="status">{saving === 'failing' && words.failing}</span>
      </Text>
    </Group>
  );
}

/** The way home. From a running exam it warns first that the clock does not wait. */
function LeaveExam({ session, isOpen }: { session: ExamSession; isOpen: boolean }) {
  const { t, i18n } = useLingui();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const deadline = new Date(Date.parse(session.startedAt) + session.durationSeconds * 1_000);
  const end = i18n.date(deadline, { timeStyle: 'short' });
  const leave = async () => {
    const sure =
      !isOpen ||
      (await confirm({
        title: t`Leave the exam?`,
        text: <Trans>The clock runs on: you can come back until {end}. Your answers are kept.</Trans>,
        confirmLabel: t`Leave`,
      }));
    // The next page takes the place of the question in the history: Back leads to the exam in one step.
    if (sure) navigate(paths.student(), { replace: isOpen });
  };
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      aria-label={t`Leave the exam`}
      onClick={() => void leave()}
    >
      <IconX size={22} aria-hidden />
    </ActionIcon>
  );
}

interface ExamHeaderProps {
  view: ExamView;
  session: ExamSession;
  controller: Pick<ExamSessionController, 'timeLeft' | 'subscribeToTime'>;
  onGo: (questionId: number) => void;
}

/** What must be seen all the time: which exam, how much time, what is done, and whether the answers are safe. */
export function ExamHeader({ view, session, controller, onGo }: ExamHeaderProps) {
  const { t } = useLingui();
  const { exam, phase } = session;
  const isOpen = phase === 'taking' && !view.isTimeUp;
  const { answered } = tally(session);
  const { name } = useSession();
  const total = exam.questions.length;
  return (
    <div className={classes.header}>
      <Group wrap="nowrap" gap={4} mih={44}>
        <LeaveExam session={session} isOpen={isOpen} />
        <div className={classes.title}>
          <Title order={1} size="h4" lineClamp={2}>
            {exam.title}
          </Title>
          <Text size="xs" c="dimmed" lineClamp={1}>
            <VisuallyHidden>{t`Logged in:`}</VisuallyHidden> {name}
          </Text>
        </div>
        {exam.main_content_type === 'text' && <PassageButton exam={exam} />}
      </Group>
      <ExamTimer
        controller={controller}
        durationSeconds={session.durationSeconds}
        isOver={phase === 'submitted'}
      />
      {total > 0 && <QuestionChips session={session} onGo={onGo} />}
      {isOpen && (
        <Group justify="space-between" gap="xs">
          <Text size="sm" className="tabular">
            {t`${answered}/${total} answered`}
          </Text>
          <SavingMark view={view} savedAt={session.savedAt} />
        </Group>
      )}
      <HandInState view={view} phase={phase} />
    </div>
  );
}
