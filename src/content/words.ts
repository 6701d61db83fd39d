import words from 'virtual:words';

export { words };

/** The school's facts: those of `site.yaml`, and the code under which the content service knows the school. */
export const facts = {
  ...words.site,
  // From the first figure on, hours stay on one line.
  officeHours: words.site.officeHours.map((line) => line.replace(/\d.*/, (hours) => hours.replaceAll(' ', '\u00a0'))),
  schoolCode: import.meta.env.SCHOOL_CODE,
};
