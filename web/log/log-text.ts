import { msg } from '@lingui/core/macro';

/** Texts of what failed on the log's page; each ends with the reason. */
export const logFailure = {
  fetch: msg({ message: 'The state of the log could not be loaded: {message}' }),
  start: msg({ message: 'It could not be started: {message}' }),
  cancel: msg({ message: 'It could not be cancelled: {message}' }),
  replay: msg({ message: 'The parked events could not be replayed: {message}' }),
  export: msg({ message: 'The log could not be exported: {message}' }),
  verify: msg({ message: 'The verification failed: {message}' }),
  rebuild: msg({ message: 'The rebuild failed: {message}' }),
};
