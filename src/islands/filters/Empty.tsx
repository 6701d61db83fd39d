import { Picture } from '../../cards/Picture.tsx';
import { PlaceholderCard } from '../../cards/PlaceholderCard.tsx';

const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

interface Props {
  readonly portraits?: boolean;
  /** What was looked for in vain; null where nothing was chosen. */
  readonly sought?: string | null;
  readonly clear?: () => void;
}

/** What stands where a list has nothing to show: placeholders of portraits, elsewhere a drawn picture with a word. */
export function Empty({ portraits, sought = null, clear }: Props) {
  if (portraits) return PLACEHOLDERS.map((key) => <PlaceholderCard key={key} kind="topper" />);
  return (
    <div className="empty">
      <Picture media={null} alt="" />
      <p>Stay tuned for latest updates</p>
      {sought !== null && (
        <>
          <p>{sought}</p>
          <p>
            <button className="button plain" type="button" onClick={clear}>
              Clear filters
            </button>
          </p>
        </>
      )}
    </div>
  );
}
