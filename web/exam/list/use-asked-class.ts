import { useSearchParams } from 'react-router-dom';
import { parseClassNumber } from '../../classroom/class-number.ts';
import { paths } from '../../lib/pages/paths.ts';

/** The class that the address names, and where saving and cancelling lead: to its exams, or to all exams. */
export function useAskedClass(): { classId: number | null; back: string } {
  const [query] = useSearchParams();
  const classId = parseClassNumber(query.get('classId') ?? '');
  return { classId, back: classId === null ? paths.teacherExams() : paths.classExams(classId) };
}
