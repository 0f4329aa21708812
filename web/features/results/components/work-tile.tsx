import type { ShownWork } from '@lectern/contract/results/public-results.ts'
import { Link } from '../../../router/link.tsx'
import { Cover } from '../../../ui/cover.tsx'
import { shownWorkPath, workCoverAddress } from '../result-paths.ts'
import styles from './work-tile.module.css'

interface WorkTileProps {
  work: ShownWork
  headingLevel?: 'h2' | 'h3'
  /** Seen without scrolling. */
  isFirst?: boolean
}

/** A work in the gallery; the whole tile is a link. */
export const WorkTile = ({ work, headingLevel: Heading = 'h2', isFirst = false }: WorkTileProps) => {
  const { id, title, team, school, prize, activity, edition, kinds } = work
  return (
    <article className={`stack gap-6 ${styles.tile}`}>
      <div className={styles.picture} data-video={kinds.includes('video') || undefined}>
        <Cover src={workCoverAddress(id)} isFirst={isFirst} />
        <span className={styles.prize}>{prize.label}</span>
      </div>
      <Heading className={styles.title}>
        <Link to={shownWorkPath(id)}>{title}</Link>
      </Heading>
      <p className="muted small break-anywhere">{[team, school].filter(Boolean).join(' · ')}</p>
      <p className="faint small">
        {edition.year} {activity.name}
      </p>
    </article>
  )
}
