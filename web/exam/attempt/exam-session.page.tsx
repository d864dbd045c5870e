import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Alert, Badge, Button, Container, Fieldset, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { learns } from '../../../core/contract/roles.ts';
import { parseRowId } from '../../../core/contract/row-id.ts';
import type { Answer, StudentQuestion } from '../../../core/exam/exam.schema.ts';
import { kindNameOf } from '../../../core/exam/question/question-kind.ts';
import { outOfTen, pointsOf } from '../../../core/exam/results/points.ts';
import { useAtWork } from '../../lib/kept/at-work.ts';
import { readSession, useSession } from '../../lib/kept/stored-session.ts';
import { useAwake } from '../../lib/live/use-awake.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/pages/paths.ts';
import { dateAndTime } from '../../lib/text/date-text.ts';
import { COUNT_STAND_IN, isFirstView, TEXT_STAND_IN } from '../../lib/text/stand-in.ts';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { formatDuration } from '../../ui/figure/duration.ts';
import { pointsText } from '../../ui/figure/points-text.ts';
import { pageOf } from '../../ui/list/page-of.ts';
import { Pages } from '../../ui/list/pagination.tsx';
import { TAKE_PARTS } from '../question/take-parts.ts';
import { endAgreements, hasAgreedToExam } from '../take-exam.tsx';
import { ExamHeader, ExamPassage, SkippedQuestions } from './exam-header.tsx';
import examQuestionStyles from './exam-question.module.css';
import classes from './exam-session.module.css';
import { askExamToBegin, BackToDashboard, ExamFailed, ExamLoading, ExamStart } from './exam-start.tsx';
import { timeLeft } from './state/countdown.ts';
import type { Mark } from './state/exam-session.state.ts';
import { type ExamSession, QUESTIONS_PER_PAGE, type ShownResult, tally } from './state/exam-session.state.ts';
import { hasExamHere } from './state/exam-session-cache.ts';
import type { ExamSessionController } from './state/exam-session-controller.ts';
import { LOADING } from './state/exam-session-view.ts';
import { isExamPrepared, prepareExamSession, useExamSession } from './state/use-exam-session.ts';

interface ExamOutcomeProps {
  session: ExamSession;
  hasFailed: boolean;
  onRetry: () => void;
}

function Points({ result }: { result: ShownResult }) {
  const { i18n, t } = useLingui();
  const { score, total, submitted_by, late_seconds = 0, answers_counted } = result;
  const whole = outOfTen(score, total);
  const points = pointsOf(score, total);
  const shown = pointsText(points, i18n);
  const late = formatDuration(late_seconds, i18n);
  return (
    <>
      <Group gap="xs" justify="center" align="baseline" className="tabular">
        <Text size="2.5rem" fw={700} lh={1.1}>
          {`${whole}/10`}
        </Text>
        {points !== whole && (
          <Text size="sm" c="dimmed">
            {t`${plural(points, { one: `${shown} point`, other: `${shown} points` })}`}
          </Text>
        )}
      </Group>
      <Text className="tabular">{t`${score}/${total} right`}</Text>
      {submitted_by === 'server' && (
        <Text size="sm" c="dimmed">
          {t`The time was over, so the server handed in what it had saved.`}
        </Text>
      )}
      {late_seconds > 0 && (
        <Text size="sm" c="dimmed">
          {t`Handed in ${late} late`}
        </Text>
      )}
      {answers_counted === 'saved' && (
        <Text size="sm" c="dimmed">
          {t`The time was over, so what had been saved before its end counts.`}
        </Text>
      )}
    </>
  );
}

/** What became of the answers of this window when the exam was handed in from elsewhere. */
function Elsewhere({ notCounted = [], result }: ExamSession) {
  const { t } = useLingui();
  const isOwn = result?.submitted_by === 'server' || result?.answers_counted === 'saved';
  const numbers = notCounted.join(', ');
  return (
    <>
      {!isOwn && <Text size="sm">{t`It was handed in in another window or on another device.`}</Text>}
      {notCounted.length > 0 && (
        <Text size="sm">{t`What was chosen here for these questions does not count: ${numbers}`}</Text>
      )}
    </>
  );
}

function HandedIn({ session: { startedAt, result } }: { session: ExamSession }) {
  const { t, i18n } = useLingui();
  const seconds = result?.time_spent_seconds;
  const end = seconds !== undefined && new Date(Date.parse(startedAt) + seconds * 1_000);
  const at = end && dateAndTime(i18n.locale, end);
  const minutes = seconds === undefined ? 0 : Math.max(1, Math.round(seconds / 60));
  return (
    <>
      {at && (
        <Text size="sm" className="tabular">
          {t`Handed in at ${at}`} · <Plural value={minutes} one="took # minute" other="took # minutes" />
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {t`Below are your answers. The right ones are not shown here; your teacher has them.`}
      </Text>
    </>
  );
}

function ExamOutcome({ session, hasFailed, onRetry }: ExamOutcomeProps) {
  const { result } = session;
  const { t } = useLingui();
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // A student that has just handed in is at the other end of the page.
  useEffect(() => heading.current?.focus(), []);
  return (
    <Paper component="section" aria-labelledby={titleId} withBorder radius="lg" p="lg">
      <Stack align="center" gap="xs" ta="center">
        <Title
          ref={heading}
          id={titleId}
          order={2}
          size="h4"
          tabIndex={-1}
          style={{ scrollMarginTop: '10rem', outline: 'none' }}
        >
          {t`Your result`}
        </Title>
        {result && <Points result={result} />}
        {session.notCounted && <Elsewhere {...session} />}
        <HandedIn session={session} />
        {!result && !hasFailed && <Loading minHeight={72} label={t`The result is on its way…`} />}
        {!result && hasFailed && (
          <Text role="alert">{t`You have handed in the exam, but its result could not be loaded.`}</Text>
        )}
        <Group justify="center" pt="xs">
          {!result && hasFailed && <Button onClick={onRetry}>{t`Try again`}</Button>}
          <BackToDashboard variant="default" />
        </Group>
      </Stack>
    </Paper>
  );
}

/** Returns the id of the element that gets a question's focus. */
const answerControl = (questionId: number) => `question-${questionId}-answer`;

/** Returns the id of the button that skips a question, or gives a skipped one its options back. */
const skipControl = (questionId: number) => `question-${questionId}-skip`;

function ExamQuestion(props: {
  number: number;
  question: StudentQuestion;
  mark: Mark | undefined;
  isOpen: boolean;
  onAnswer: (questionId: number, answer: Answer) => void;
  onSkip: (questionId: number) => void;
  onReview: (questionId: number) => void;
}) {
  const { number, question, mark, isOpen, onAnswer, onSkip, onReview } = props;
  const { t } = useLingui();
  const { id } = question;
  const isSkipped = mark === 'skipped';
  const Take = TAKE_PARTS[kindNameOf(question)];
  return (
    <Paper withBorder radius="lg" p={{ base: 'sm', sm: 'md' }}>
      <Fieldset
        variant="unstyled"
        legend={
          <>
            {number}. <bdi>{question.question_text}</bdi>
          </>
        }
        classNames={{ legend: examQuestionStyles.legend }}
      >
        <Stack gap="xs">
          <Take
            question={question}
            answer={isSkipped ? undefined : mark}
            isOpen={isOpen && !isSkipped}
            controlId={answerControl(id)}
            onAnswer={(answer) => onAnswer(id, answer)}
          />
          <Group gap="xs">
            {isSkipped && (
              <Badge variant="light" tt="none" color="honey">
                {t`Skipped`}
              </Badge>
            )}
            {isOpen && (
              <Button
                id={skipControl(id)}
                ml="auto"
                h={44}
                variant="subtle"
                aria-label={isSkipped ? t`Answer question ${number} after all` : t`Skip question ${number}`}
                onClick={() => (isSkipped ? onReview(id) : onSkip(id))}
              >
                {isSkipped ? t`Answer` : t`Skip`}
              </Button>
            )}
          </Group>
        </Stack>
      </Fieldset>
    </Paper>
  );
}

interface ExamQuestionsProps {
  session: ExamSession;
  /** Answers can be changed. */
  isOpen: boolean;
  /** Puts the focus on an element of the questions that are then shown. */
  focusOn: (id: string) => void;
  onReview: (questionId: number) => void;
  controller: Pick<ExamSessionController, 'answer' | 'skip' | 'turn'>;
}

function ExamQuestions({ session, isOpen, controller, focusOn, onReview }: ExamQuestionsProps) {
  const { t } = useLingui();
  const titleId = useId();
  const { questions } = session.exam;
  const { items, page, pageCount } = pageOf(questions, session.page, QUESTIONS_PER_PAGE);
  const first = (page - 1) * QUESTIONS_PER_PAGE + 1;
  const last = first + items.length - 1;
  const total = questions.length;
  const turn = (next: number) => {
    controller.turn(next);
    focusOn(titleId);
  };

  if (total === 0)
    return (
      <Text c="dimmed" ta="center">
        {t`This exam has no questions.`}
      </Text>
    );
  return (
    <Stack component="section" gap="md" aria-labelledby={titleId}>
      <Title
        id={titleId}
        order={2}
        size="h5"
        tabIndex={-1}
        style={{ scrollMarginTop: '8rem', outline: 'none' }}
      >
        {pageCount > 1 ? t`Questions ${first} to ${last} of ${total}` : t`Questions`}
      </Title>
      {items.map((question, index) => (
        <ExamQuestion
          key={question.id}
          number={first + index}
          question={question}
          mark={session.marks[question.id]}
          isOpen={isOpen}
          onAnswer={controller.answer}
          onSkip={controller.skip}
          onReview={onReview}
        />
      ))}
      <Pages total={pageCount} page={page} onChange={turn} label={t`Pages of questions`} />
    </Stack>
  );
}

interface SubmitExamProps {
  session: ExamSession;
  isOpen: boolean;
  onSubmit: () => void;
}

function SubmitExam({ session, isOpen, onSubmit }: SubmitExamProps) {
  const { t } = useLingui();
  const confirm = useConfirm();
  const { answered, skipped, open } = tally(session);
  const total = session.exam.questions.length;

  const ask = async () => {
    const sure = await confirm({
      title: t`Submit the exam?`,
      text: (
        <>
          <Text>
            <Trans>
              You have answered {answered} of {total} questions.
            </Trans>
          </Text>
          {skipped > 0 && (
            <Text>{t`${plural(skipped, { one: '# question is skipped.', other: '# questions are skipped.' })}`}</Text>
          )}
          {open > 0 && (
            <Text>
              {t`${plural(open, { one: '# question is not answered yet.', other: '# questions are not answered yet.' })}`}
            </Text>
          )}
          <Text pt="xs">
            <Trans>An exam is handed in once; nothing can be changed afterwards.</Trans>
          </Text>
        </>
      ),
      confirmLabel: t`Submit`,
    });
    if (sure) onSubmit();
  };

  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" c="dimmed" className="tabular">
        {t`${answered} of ${total} answered`}
      </Text>
      <Button
        size="md"
        disabled={!isOpen || answered + skipped === 0}
        loading={session.phase === 'handing-in'}
        onClick={() => void ask()}
      >
        {t`Submit exam`}
      </Button>
    </Group>
  );
}

/** Returns what puts the focus on an element, once it is on the page. */
function useFocusOn(): (id: string) => void {
  // An object, since the same place may be gone to twice.
  const [goal, setGoal] = useState<{ id: string } | null>(null);
  useEffect(() => {
    if (goal) document.getElementById(goal.id)?.focus();
  }, [goal]);
  return (id) => setGoal({ id });
}

/** Draws what is in it after all else: many questions cost a slow phone a quarter of a second. */
function Afterwards({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) && children;
}

function TakeExam({ examId }: { examId: number }) {
  const { t } = useLingui();
  const { view, controller } = useExamSession(examId);
  const { session } = view;
  const focusOn = useFocusOn();
  const goTo = (questionId: number) => {
    controller.goTo(questionId);
    // The options of a skipped one take no focus.
    const isSkipped = session?.marks[questionId] === 'skipped';
    focusOn(isSkipped ? skipControl(questionId) : answerControl(questionId));
  };
  const review = (questionId: number) => {
    controller.review(questionId);
    focusOn(answerControl(questionId));
  };
  usePageTitle(session?.exam.title ?? t`Exam`);

  if (view.status === 'failed') return <ExamFailed error={view.error} onRetry={controller.open} />;
  if (!session) return <ExamLoading />;
  const { exam, phase } = session;
  const isOpen = phase === 'taking' && !view.isTimeUp;
  return (
    <Container
      size="md"
      px="md"
      className={classes.session}
      data-beside={exam.main_content_type === 'text' || undefined}
    >
      <ExamHeader view={view} session={session} controller={controller} onGo={goTo} />
      <div className={classes.work} data-over={phase === 'submitted' || undefined}>
        {phase === 'submitted' && (
          <ExamOutcome session={session} hasFailed={view.hasResultFailed} onRetry={controller.readResult} />
        )}
        {exam.main_content_type !== 'none' && <ExamPassage exam={exam} />}
        <Stack gap="lg">
          {exam.isCut && (
            <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />}>
              {t`This exam has more than 50 questions; only the first 50 are shown`}
            </Alert>
          )}
          <Afterwards>
            <ExamQuestions
              session={session}
              isOpen={isOpen}
              controller={controller}
              focusOn={focusOn}
              onReview={review}
            />
            {isOpen && <SkippedQuestions session={session} onReview={review} />}
            {phase !== 'submitted' && (
              <SubmitExam session={session} isOpen={isOpen} onSubmit={controller.submit} />
            )}
          </Afterwards>
        </Stack>
      </div>
    </Container>
  );
}

const nothing = () => {};
const STILL = { timeLeft: () => timeLeft(0, 0), subscribeToTime: () => nothing };

/** An exam as it opens, of texts that stand for its own: its passage is one line or several. */
function FirstPassage() {
  const { title, passage } = TEXT_STAND_IN;
  const question = { id: 1 } as StudentQuestion;
  const exam = { id: 1, title, main_content_type: 'text', main_audio_path: null, isCut: false } as const;
  const ofText = (main_text: string) => ({ ...exam, main_text, questions: [question] });
  const session: ExamSession = {
    exam: ofText(passage),
    startedAt: '2026-01-01T00:00:00Z',
    durationSeconds: 60 * COUNT_STAND_IN.minutes,
    phase: 'taking',
    marks: {},
    base: { version: 0, marks: {} },
    savedAt: null,
    page: 1,
    submission: null,
    result: null,
  };
  return (
    <Container size="md" px="md" className={classes.session} data-beside>
      <ExamHeader view={LOADING} session={session} controller={STILL} onGo={nothing} />
      <div className={classes.work}>
        <ExamPassage exam={ofText(passage)} />
        <ExamPassage exam={ofText(`${passage}\n${passage}`)} />
      </div>
    </Container>
  );
}

/** Says that the address names no exam, and leads back to the student's own page. */
function NoExam() {
  const { t } = useLingui();
  const notices = useNotices();
  // biome-ignore lint/correctness/useExhaustiveDependencies: one notice is enough
  useEffect(() => notices.error(t`No exam selected`), []);
  return <Navigate to={paths.student()} replace />;
}

/** Opens what has begun here, or was agreed to; otherwise it is asked first. */
function ExamDoor({ examId }: { examId: number }) {
  const [isOpen, setOpen] = useState(
    () => hasAgreedToExam(examId) || hasExamHere(examId) || isExamPrepared(examId),
  );
  useEffect(() => endAgreements, []);
  return isOpen ? <TakeExam examId={examId} /> : <ExamStart examId={examId} onOpen={() => setOpen(true)} />;
}

/** Opens an exam whose clock runs already while the rest of the client comes: the first picture then has it. */
export async function prepare(params: { examId?: string }): Promise<void> {
  const examId = parseRowId(params.examId);
  if (examId === null || !learns(readSession().role)) return;
  if (hasExamHere(examId) || (await askExamToBegin(examId)) === null) await prepareExamSession(examId);
}

export default function ExamSessionPage() {
  useAtWork();
  const examId = parseRowId(useParams().examId);
  const { userId } = useSession();
  if (!useAwake()) return import.meta.env.SSR && isFirstView() ? <FirstPassage /> : <ExamLoading />;
  if (examId === null) return <NoExam />;
  return <ExamDoor key={`${userId}:${examId}`} examId={examId} />;
}
