import { hasCache } from '../../lib/kept/expiring-cache.ts';

/** What the names of half-written exams begin with, among what this browser keeps for its user. */
export const EXAM_DRAFT = 'exam-draft/';

/** Is there a half-written exam, known without loading its form? A logout drops it. */
export const hasExamDraft = (): boolean => hasCache(EXAM_DRAFT);
