/** Bytes of a card's audio. */
export const CARD_AUDIO_MAX = 10 * 1024 * 1024;
/** Bytes of a picture on a card. */
export const CARD_PICTURE_MAX = 5 * 1024 * 1024;
/** Pixels of the longer side of a picture on a card; browsers make larger ones smaller before they send them. */
export const CARD_PICTURE_PIXELS = 4_096;
/** Code units of the text that stands for a picture. */
export const PICTURE_ALT_MAX = 300;
/** Files of one use on a card beside its own: further sounds, further pictures of the front, and of the back. */
export const FURTHER_FILES_MAX = 8;
/** Code units of a card as its editor saw it (`seenCard`): every text at its longest, each letter escaped. */
export const SEEN_CARD_MAX = 30_000;
/**
 * Code units of a picture as its editor saw it (`seenPicture`): its text at its longest, each letter escaped, and its
 * address.
 */
export const SEEN_PICTURE_MAX = 3_000;
/** Cards that are added together. */
export const ADDED_AT_ONCE_MAX = 2_000;
/** Additions of the last day that are offered to be taken back, the latest ones. */
export const ADDITIONS_SHOWN_MAX = 20;
/** Cards that are edited, tagged, deleted, placed, copied or moved together. */
export const EDITED_AT_ONCE_MAX = 2_000;
/** Cards of a deck that can be given another order as a whole: only their ids are sent. */
export const ORDERED_AT_ONCE_MAX = 10_000;
/** Earlier states of a card that are kept, as the trigger in migrations/0036-card-versions.ts does. */
export const VERSIONS_KEPT_MAX = 50;
/** Edits of the last day that are offered to be undone, the latest ones. */
export const EDITS_SHOWN_MAX = 20;
