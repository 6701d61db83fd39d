/**
 * Which entries of the academic calendar tell of days without school, or with it, by words of their titles. Pure.
 * Nothing is made of such an entry but that it is shown: calendars say for whom and how long in more ways than could be read.
 */
const WITHOUT =
  /\b(?:holidays?|vacations?|days? off|no school|(?:terms?|pujas?|pooja|summer|autumn|winter|spring|christmas|diwali) break|school (?:\w+ )?(?:\w+ )?(?:closed|closes))\b|अवकाश|छुट्टी|ছুটি/i;
/** What has a holiday in its title and tells of something else. */
const OTHER =
  /^(?:school |classes )?(?:re-?open|resume)|\b(?:after|before|ends?|homework|camp|bus|essay|list|cancel\w*|withdrawn|not? (?:an? )?holidays?)\b/i;
/** Whatever follows: `Holiday: Lohri (school bus will not ply)`. */
const SURE = /^holidays?\s*(?:$|[:,(–-])/i;
const WITH = /\b(?:re-?open(?:s|ing)?|resumes?|working (?:satur)?day)\b|\b(?:vacations?|holidays|break) ends?\b/i;

/** Whether an entry tells of days without school, for some at least: `Holiday: Diwali`, `Puja holidays (16 to 27 Oct)`. */
export const isHoliday = (title: string) => SURE.test(title) || (WITHOUT.test(title) && !OTHER.test(title));

/** Whether it tells of days without school or with it: `School reopens`, `Working Saturday`. */
export const tellsOfSchool = (title: string) => isHoliday(title) || WITH.test(title);
