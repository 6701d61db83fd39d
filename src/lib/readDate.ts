/** Reads dates as content services write them. Pure; runs in the browser too. */
import { dayOf, readOffset, type SchoolDate, utc, wallClock } from './dates.ts';

/** The instant at which the clock of `zone` reads `wall` (given as if it were UTC). A reading a clock change skips counts as the one after. */
function instantOf(wall: number, zone: string): number {
  const guess = wall - (wallClock(wall, zone) - wall);
  return wall - (wallClock(guess, zone) - guess);
}

const ISO_DATE =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2})(?::(\d{2})(?::(\d{2})(?:[.,](?<fraction>\d+))?)?)?(?<offset>Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?)?$/;
const DIGITS = /^-?\d{1,16}$/;

function fromInstant(at: number, zone: string): SchoolDate | null {
  if (!Number.isFinite(at) || Math.abs(at) > 8.64e15) return null;
  const year = new Date(at).getUTCFullYear();
  if (year < 1 || year > 9998) return null;
  return { day: dayOf(at, zone), at: Math.trunc(at) };
}

/** Reads a date as the contract has it. Without an offset a date-time is in `zone`; a bare date is that day. Null: none. */
export function readDate(value: unknown, zone: string): SchoolDate | null {
  if (typeof value === 'number') return fromInstant(value, zone);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (DIGITS.test(text)) return fromInstant(Number(text), zone);
  const match = ISO_DATE.exec(text);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map((part) => Number(part ?? 0));
  const wall = utc(year, month - 1, day, hour, minute, second);
  const check = new Date(wall);
  const impossible =
    year < 1 || check.getUTCMonth() !== month - 1 || check.getUTCDate() !== day || hour > 23 || minute > 59 || second > 59;
  if (impossible) return null;
  const { fraction, offset } = match.groups ?? {};
  const milliseconds = fraction ? Math.trunc(Number(`0.${fraction}`) * 1000) : 0;
  if (!offset) return { day: text.slice(0, 10), at: instantOf(wall, zone) + milliseconds };
  return fromInstant(wall - readOffset(offset) + milliseconds, zone);
}
