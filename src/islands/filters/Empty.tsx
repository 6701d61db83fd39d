import { PlaceholderCard } from '../../cards/PlaceholderCard.tsx';

const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

/** What stands where a list has nothing to show: placeholders of portraits, elsewhere a drawn picture with a word. */
export function Empty({ portraits }: { readonly portraits?: boolean }) {
  if (portraits) return PLACEHOLDERS.map((key) => <PlaceholderCard key={key} kind="topper" />);
  return (
    <div className="empty">
      <span className="pic none" />
      <p>Stay tuned for latest updates</p>
    </div>
  );
}
