/** People on one page of the list. */
export const PEOPLE_PAGE_MAX = 100;
/** People that one call changes: so many passwords take about two seconds. */
export const PEOPLE_CHANGED_MAX = 100;
/** Code units of a search. */
export const PEOPLE_SEARCH_MAX = 100;
/** Days after which an account is erased that is to be deleted: in them one can change one's mind. */
export const DELETION_DAYS = 14;
/** Days until an account is erased that a rule finds: its owner may not look in for a while. */
export const RULE_DAYS = 30;
/** The longest times after which unused accounts may be set to be deleted. */
export const UNSEEN_YEARS_MAX = 10;
export const DISABLED_MONTHS_MAX = 60;
/** Things of each kind that are named when they stand in the way of deleting a person. */
export const OBSTACLES_MAX = 20;
/** Classes that are named of one person. */
export const PERSON_CLASSES_MAX = 100;
