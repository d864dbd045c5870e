const ABSOLUTE = /^(?:https?:)?\/\//i;

/** Returns where an exam's audio is played from: below `/storage/`, unless its path is a whole address already. */
export const examAudioUrl = (path: string): string =>
  ABSOLUTE.test(path) ? path : `/storage/${path.replace(/^\/+/, '').replace(/^storage\//, '')}`;
