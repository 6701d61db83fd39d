import { PlaceholderCard } from '../../cards/PlaceholderCard.tsx';
import type { ListKind } from '../../types/views.ts';

const DUMMIES = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

/** What stands where a list has nothing to show: placeholder toppers, elsewhere a drawn picture with a word. */
export function Empty({ kind }: { readonly kind: ListKind }) {
  if (kind === 'toppers') return DUMMIES.map((dummy) => <PlaceholderCard key={dummy} kind="topper" />);
  return (
    <div className="empty">
      <span className="pic none" />
      <p>Stay tuned for latest updates</p>
    </div>
  );
}
