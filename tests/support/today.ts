/** The time at which the sites of tests are built and viewed, epoch milliseconds: noon of 21 November 2026 in the school's zone. */
export const TODAY = Date.parse('2026-11-21T12:00:00+05:30');
