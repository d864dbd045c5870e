import { useLingui } from '@lingui/react/macro';
import type { Classroom } from '../../../core/classroom/classroom.schema.ts';
import { spacedCode } from '../../../core/text/code-text.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { failureText, noticeText } from '../../lib/call/notice-text.ts';
import { Dialog } from '../../ui/control/dialog.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useClassesChanged } from '../classroom.queries.ts';
import { ClassNameForm } from './class-name.form.tsx';

interface CopyClassModalProps {
  classroom: Pick<Classroom, 'id' | 'name'>;
  opened: boolean;
  onClose: () => void;
  onCopied: (copy: Classroom) => void;
}

export default function CopyClassModal({ classroom, opened, onClose, onCopied }: CopyClassModalProps) {
  const { t, i18n } = useLingui();
  const notices = useNotices();
  const classesChanged = useClassesChanged();
  const { id, name: ofClass } = classroom;
  const copy = async (name: string) => {
    const { data } = await callApi('POST /api/classes/:classId/copy', {
      params: { classId: id },
      body: { name },
    });
    notices.success(
      i18n._({
        ...noticeText.classCreated,
        values: { code: data.code && spacedCode(data.code), classId: data.id },
      }),
    );
    onClose();
    onCopied(data);
    void classesChanged();
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Copy class`}>
      <ClassNameForm
        title={t`Copy class`}
        text={t`The new class is yours and has the same decks. Students, teachers and exams are not copied.`}
        initial={t`${ofClass} (copy)`}
        button={t`Make the copy`}
        save={copy}
        failed={failureText.classCreateFailed}
      />
    </Dialog>
  );
}
