import { ClassIdParams, contracts } from '../contract/endpoint.ts';
import { ClassChanges, Classroom } from './classroom.schema.ts';

const { post, del } = contracts('Classes');

export const archiveClass = post('/api/classes/:classId/archive', {
  access: 'teacher',
  summary: 'Puts a class away: it can be read, and nothing in it changes',
  params: ClassIdParams,
  returns: Classroom,
});

export const bringBackClass = del('/api/classes/:classId/archive', {
  access: 'teacher',
  summary: 'Takes a class that was archived into use again',
  params: ClassIdParams,
  returns: Classroom,
});

export const copyClass = post('/api/classes/:classId/copy', {
  access: 'teacher',
  summary: "A new class of the caller's with the same decks, and without anybody in it",
  params: ClassIdParams,
  body: ClassChanges,
  status: 201,
  returns: Classroom,
});
