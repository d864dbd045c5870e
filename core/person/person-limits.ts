/** People on one page of the list. */
export const PEOPLE_PAGE_MAX = 100;
/** People that one call changes: so many passwords take about two seconds. */
export const PEOPLE_CHANGED_MAX = 100;
/** Code units of a search. */
export const PEOPLE_SEARCH_MAX = 100;
/** Classes that are named of one person. */
export const PERSON_CLASSES_MAX = 100;
