import { useSearchParams } from 'react-router-dom';
import { paths } from '../app/paths.ts';
import { parseClassNumber } from '../classroom/class-number.ts';

/** The class that the address names, and where saving and cancelling lead: to its exams, or to all exams. */
export function useAskedClass(): { classId: number | null; back: string } {
  const [query] = useSearchParams();
  const classId = parseClassNumber(query.get('classId') ?? '');
  return { classId, back: classId === null ? paths.teacherExams() : paths.classExams(classId) };
}
