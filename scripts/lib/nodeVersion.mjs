/**
 * Whether the commands run under a version of Node. Earlier ones of 24 bind no numbered parameters of SQLite's statements
 * and cannot serialize a database, and what comes between 24 and 26 is maintained no longer.
 */
export function canRun(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major >= 26 || (major === 24 && minor >= 18);
}
