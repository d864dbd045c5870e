import { ClassIdParams, endpoint, success } from '../endpoint.ts';
import { ClassChanges, Classroom } from './classroom.schema.ts';

const tags = ['Classes'];

export const archiveClass = endpoint({
  method: 'POST',
  url: '/api/classes/:classId/archive',
  access: 'teacher',
  schema: {
    summary: 'Puts a class away: it can be read, and nothing in it changes',
    tags,
    params: ClassIdParams,
    response: { 200: success(Classroom) },
  },
});

export const bringBackClass = endpoint({
  method: 'DELETE',
  url: '/api/classes/:classId/archive',
  access: 'teacher',
  schema: {
    summary: 'Takes a class that was archived into use again',
    tags,
    params: ClassIdParams,
    response: { 200: success(Classroom) },
  },
});

export const copyClass = endpoint({
  method: 'POST',
  url: '/api/classes/:classId/copy',
  access: 'teacher',
  schema: {
    summary: "A new class of the caller's with the same decks, and without anybody in it",
    tags,
    params: ClassIdParams,
    body: ClassChanges,
    response: { 201: success(Classroom) },
  },
});
