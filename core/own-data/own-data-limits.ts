/** Times within a day that one person has the own data put together. */
export const OWN_DATA_A_DAY = 3;
/** Days for which the file stays. */
export const OWN_DATA_DAYS = 3;
