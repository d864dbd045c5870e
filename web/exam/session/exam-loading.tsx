import { useLingui } from '@lingui/react/macro';
import { Loading } from '../../ui/loading.tsx';

/** An exam that is on its way. */
export function ExamLoading() {
  const { t } = useLingui();
  return <Loading minHeight={480} label={t`Loading the exam…`} />;
}
