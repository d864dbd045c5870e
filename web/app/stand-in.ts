/**
 * Stands for a user's name in what is rendered ahead: characters that no text has. Last and first of them are chosen so
 * that what is made of the name is found, too: by which somebody is greeted, and the one letter.
 */
export const STAND_IN = '\uE000 \uE001\uE002';

export const VISITOR = 'visitor';
