import { FormattedMessage } from '../../../ui/intl.tsx'
import type { Anchor, Chapter } from '../anchors.ts'
import styles from './contents.module.css'

const Entries = ({ entries }: { entries: readonly (Anchor | Chapter)[] }) => (
  <ol className={styles.entries}>
    {entries.map((entry) => (
      <li key={entry.id}>
        <a href={`#${entry.id}`}>{entry.text}</a>
        {'inside' in entry && entry.inside.length > 0 && <Entries entries={entry.inside} />}
      </li>
    ))}
  </ol>
)

/** Table of contents. */
export const Contents = ({ chapters }: { chapters: readonly Chapter[] }) => (
  <nav className={styles.contents} aria-labelledby="contents">
    <h2 id="contents">
      <FormattedMessage id="rules.contents" />
    </h2>
    <Entries entries={chapters} />
  </nav>
)
