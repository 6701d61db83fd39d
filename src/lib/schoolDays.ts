/**
 * Which entries of the academic calendar tell of days without school, or with it, by words of their titles. Pure.
 * Nothing is made of such an entry but that it is shown: calendars say for whom and how long in more ways than could be read.
 */
/** What follows a holiday's name where the title is about the holiday: `Holiday camp` and `Holiday assignments` are not. */
const FOLLOWING = '(?=\\s*(?:$|[(,:;.–-]|\\d|(?:begins?|starts?|commences?|for|from|on|till|until|up ?to|due|because)\\b))';
const WITHOUT = new RegExp(
  [
    `^(?:[\\p{L}\\p{M}'’.-]+ ){0,4}(?:holidays?|vacations?|days? off|break)${FOLLOWING}`,
    `\\((?:\\w+ )?holidays?\\)|[(:,–-] ?holidays?${FOLLOWING}`,
    `^closed\\b|\\bno school${FOLLOWING}`,
    '\\bschool (?:is |(?:will |shall )?(?:be |remains? ))?(?:closed|shut)\\b|\\bschool closes (?:for|on account of|due to)\\b',
    'अवकाश|छुट्ट|ছুটি',
  ].join('|'),
  'iu',
);
/** What has a holiday in its title and tells of something else. */
const OTHER =
  /^(?:school |classes )?(?:re-?open|resume)|\b(?:after|before)\b[^:(]{0,80}\b(?:holidays?|vacations?|break)\b|\b(?:vacations?|holidays?|break) ends?\b|\bnot? (?:an? )?holidays?\b|\b(?:lunch|tea|tiffin|short) break\b|के बाद|गृहकार्य/i;
const CANCELLED = /^[^;,]*(?:\b(?:cancel\w*|withdrawn)\b|रद्द|বাতিল)/i;
/** Whatever follows but these: `Holiday: Lohri; school reopens on 14 January`. */
const SURE = /^holidays?\b(?! (?:home ?work|assignments?|camps?|club|list|programme|workshop))/i;
const WITH = /\b(?:re-?open(?:s|ing)?|resumes?|working (?:satur)?day)\b|\b(?:vacations?|holidays|break) ends?\b/i;

/** Whether an entry tells of days without school, for some at least: `Holiday: Diwali`, `Puja holidays (16 to 27 Oct)`. */
export const isHoliday = (title: string) =>
  (SURE.test(title) || (WITHOUT.test(title) && !OTHER.test(title))) && !CANCELLED.test(title);

/** Whether it tells of days without school or with it: `School reopens`, `Working Saturday`. */
export const tellsOfSchool = (title: string) => isHoliday(title) || WITH.test(title);
