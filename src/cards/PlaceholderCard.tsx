import { Picture } from './Picture.tsx';

const TITLES = { news: 'School news', event: 'School event', album: 'Photo album', topper: 'Our topper' } as const;

/** Shown for an empty collection: unlike a real card, without links. */
export function PlaceholderCard({ kind, level = 2 }: { readonly kind: keyof typeof TITLES; readonly level?: 2 | 3 }) {
  const Heading = `h${level}` as const;
  return (
    <article className={kind === 'topper' ? 'card topper ph' : 'card ph'}>
      <Picture media={null} alt="" fallback={kind === 'topper' ? 'trophy' : 'hills'} />
      <Heading>{TITLES[kind]}</Heading>
      {kind === 'topper' ? <p className="mark">100%</p> : <p className="text">Stay tuned for latest updates</p>}
    </article>
  );
}
