import { expect, test } from 'vitest';
import { bucketMachines } from '../../support/bucketMachines.ts';

const { s3, machine } = await bucketMachines();

test('the second machine waits for the first, and goes on from what it handed over', async () => {
  const first = machine('first');
  const second = machine('second');
  await first.enter();
  first.write('current', 'as of the first');
  const waiting = second.enter();
  await expect.poll(() => second.told).toEqual([expect.stringContaining('Waiting for another machine (process ')]);
  await first.state.leave([]);
  await waiting;
  expect(second.read('current')).toBe('as of the first');
  await second.state.leave([]);
});

test('a machine that waits gives up in one line that names the holder', async () => {
  const first = machine('first');
  await first.enter();
  const second = await machine('second', { patience: 300 }).state.enter('rebuild');
  expect(second).toMatchObject({ ok: false, reason: 'locked' });
  expect(second).toMatchObject({
    message: expect.stringMatching(/^STATE_URL is in use by process \d+ on .+ \(rebuild\); waited 0 s\./),
  });
  await first.state.leave([]);
});

test("a dead holder's lease runs out; should it live after all, it cannot hand over any more", async () => {
  const first = machine('first', { renewal: 3_600_000 });
  await first.enter();
  first.write('current', 'too late');
  const second = machine('second', { lifetime: 500 });
  await second.enter();
  second.write('current', 'as of the second');
  await second.state.leave([]);
  await expect(first.state.leave([])).rejects.toThrow(/Another machine has taken over STATE_URL/);
  const third = machine('third');
  await third.enter();
  expect(third.read('current')).toBe('as of the second');
  await third.state.leave([]);
});

test('a living holder keeps its turn for longer than a lease lasts', async () => {
  const first = machine('first');
  await first.enter();
  const second = await machine('second', { lifetime: 2500, patience: 3500 }).state.enter('rebuild');
  expect(second).toMatchObject({ ok: false, reason: 'locked' });
  await first.state.leave([]);
});

test('of machines that begin together each has a turn of its own', async () => {
  const machines = Array.from({ length: 4 }, (_, at) => machine(`m${at}`));
  let inside = 0;
  await Promise.all(
    machines.map(async (one) => {
      await one.enter();
      inside += 1;
      expect(inside).toBe(1);
      one.write('status.json', '{}');
      inside -= 1;
      await one.state.leave([]);
    }),
  );
});

test('storage that ignores conditions is noticed, and of two machines only one goes on', async () => {
  s3.isConditional = false;
  const [first, second] = [machine('first'), machine('second')];
  let inside = 0;
  const work = async (one: typeof first) => {
    await one.enter();
    inside += 1;
    expect(inside).toBe(1);
    inside -= 1;
    await one.state.leave([]);
  };
  await Promise.all([work(first), work(second)]);
  for (const { told } of [first, second]) expect(told.join()).toContain('ignores conditional writes');
});
