/** Property test of the whole site: each step is followed by a rebuild and a comparison with the reference site. */
import { spawn } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { COLLECTION_NAMES, type CollectionName } from '../../src/collections/index.ts';
import { ComparedSite, DAY, expectNone } from './comparedSite.ts';
import { differences, digests } from './digests.ts';
import type { Failure } from './fakeContentService.ts';
import { smallPicture } from './pictures.ts';
import { SchoolChanges } from './schoolChanges.ts';
import { type Damage, damageOne } from './siteDamage.ts';
import type { BrokenRun, DamageStep, HostileStep, SiteStep } from './siteSteps.ts';

const CHILD = fileURLToPath(new URL('./siteChild.ts', import.meta.url));

function expectOneLine(message: string): void {
  if (!/^[^\n]+\n?$/.test(message)) throw new Error(`Not one line: ${message || '(nothing)'}`);
}

/** A school and its site, rebuilt after each step. */
export class SiteRun {
  readonly #site: ComparedSite;
  readonly #changes: SchoolChanges;

  private constructor(site: ComparedSite) {
    this.#site = site;
    this.#changes = new SchoolChanges(site.school);
  }

  static async begin(): Promise<SiteRun> {
    return new SiteRun(await ComparedSite.begin());
  }

  end(): Promise<void> {
    return this.#site.end();
  }

  /** Does a step, rebuilds, and throws when the outcome is wrong. */
  async take(step: SiteStep): Promise<void> {
    if (step.do === 'unreachable') await this.#failWholly();
    else if (step.do === 'fail') await this.#failInPart(step.names, step.how, step.at);
    else if (step.do === 'hook') await this.#changeAllAndNameSome(step.names, step.value);
    else {
      await this.#act(step);
      await this.#site.rebuildAndCompare(COLLECTION_NAMES);
      await this.#site.expectNothingToDo();
    }
  }

  async #act(step: Exclude<SiteStep, { do: 'unreachable' | 'fail' | 'hook' }>): Promise<void> {
    if (step.do === 'undo') this.#changes.undo();
    else if (step.do === 'damage') await this.#damage(step);
    else if (step.do === 'kill' || step.do === 'disk-full') await this.#runBroken(step);
    else if (step.do === 'hostile') await this.#answerHostile(step);
    else if (step.do === 'days-pass') this.#site.now += step.days * DAY;
    else if (step.do === 'reopen') {
      await this.#site.reopen();
      await this.#site.reference.reopen();
    } else if (step.do === 'picture-arrives') {
      for (const { media } of [this.#site.school, this.#site.reference.school]) media.set('late.jpg', await smallPicture(4));
    } else if ('name' in step) this.#changes.make(step.name, step.do, step.at, step.value);
  }

  /** Damages a file before a new process opens the site. */
  async #damage({ folder, how, at, value }: DamageStep): Promise<void> {
    const damaged = this.#site.path(folder);
    if (folder === 'data') await this.#damageData(damaged, how, at);
    else
      await this.#site.reopen(() => {
        const file = damageOne(damaged, how, at);
        if (folder === 'dist') this.#site.damaged = file;
      });
    if (value % 2 === 1) this.#changes.make('news', 'create', value, value);
  }

  async #damageData(damaged: string, how: Damage, at: number): Promise<void> {
    const backup = this.#site.path('backup');
    cpSync(damaged, backup, { recursive: true });
    await this.#site.reopen(() => damageOne(damaged, how, at));
    const attempted = await this.#site.attempt();
    // Without the list of withdrawals nothing is withdrawn; a damaged list stops every rebuild until it is restored.
    if (attempted.ok !== (how === 'remove'))
      throw new Error(`A rebuild with a list that is damaged by "${how}": ${attempted.ok}`);
    if (attempted.ok) await this.#site.rebuildAndCompare(COLLECTION_NAMES);
    else expectOneLine(attempted.message);
    await this.#site.reopen(() => {
      rmSync(damaged, { recursive: true });
      cpSync(backup, damaged, { recursive: true });
      rmSync(backup, { recursive: true });
    });
  }

  /** Another process rebuilds, and is killed or limited in the size of the files that it writes. */
  async #runBroken(step: BrokenRun): Promise<void> {
    this.#changes.make('news', 'create', step.value, step.value);
    this.#changes.make('gallery', 'edit', step.value, step.value);
    const { folder, school, now } = this.#site;
    await this.#site.reopen();
    const command = [process.execPath, CHILD, folder, school.url, String(now)];
    const limit = step.do === 'disk-full' ? `ulimit -f ${step.kilobytes * 2};` : '';
    const child = spawn('sh', ['-c', `${limit} exec "$@"`, 'sh', ...command], { stdio: ['ignore', 'pipe', 'pipe'] });
    let errors = '';
    child.stderr.on('data', (part: Buffer) => {
      errors += part.toString();
    });
    child.stdout.once('data', () => {
      if (step.do === 'kill') setTimeout(() => child.kill('SIGKILL'), step.milliseconds);
    });
    const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => {
      child.on('close', (...end) => resolve(end));
    });
    if (code !== 0 && !(step.do === 'kill' && signal === 'SIGKILL')) expectOneLine(errors);
  }

  /** The site reports which collections are stale: their answers were rejected and must change nothing. */
  async #answerHostile({ answers }: HostileStep): Promise<void> {
    const { school, reference } = this.#site;
    for (const [name, body] of answers) school.bodies.set(name, body);
    const { stale } = await this.#site.rebuild();
    for (const name of COLLECTION_NAMES) if (!stale.includes(name)) reference.accept(school, name);
    await this.#site.compare();
    school.bodies.clear();
    for (const [name] of answers) this.#changes.make(name, 'create', 0, 1);
  }

  async #failWholly(): Promise<void> {
    const { school } = this.#site;
    for (const name of COLLECTION_NAMES) school.failing.set(name, 'refused');
    const before = digests(this.#site.path('dist'));
    const rebuilt = await this.#site.attempt();
    school.failing.clear();
    if (rebuilt.ok) throw new Error('A rebuild without any answer of the service succeeded.');
    expectNone('Changed without an answer of the service', differences(before, digests(this.#site.path('dist'))));
  }

  async #failInPart(failing: readonly CollectionName[], how: Failure, at: number): Promise<void> {
    for (const name of failing) {
      this.#changes.make(name, 'create', at, at);
      this.#site.school.failing.set(name, how);
    }
    this.#changes.make('news', 'edit', at, at + 1);
    await this.#site.rebuildAndCompare(COLLECTION_NAMES, failing);
    this.#site.school.failing.clear();
  }

  /** Only the collections that a webhook names are fetched again. */
  async #changeAllAndNameSome(named: readonly CollectionName[], value: number): Promise<void> {
    for (const name of ['news', 'highlight', ...named] as const) this.#changes.make(name, 'create', value, value);
    await this.#site.rebuildAndCompare(named);
  }
}
