/** Draws what the random tests try in every standard run: no change passes or fails by chance. */
const SEED = 20_261_121;

/** How often a random test tries: a few times, the same ones each time, or as often as a setting says, each time others. */
export function runs(few: number, setting = 'PROPERTY_RUNS') {
  const many = process.env[setting];
  return many === undefined ? { numRuns: few, seed: SEED } : { numRuns: Number(many) };
}
