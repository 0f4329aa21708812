import type { ShownWork } from '@lectern/contract/public-results.ts'
import type { PartKind } from '@lectern/contract/work-values.ts'
import { Link } from '../../../router/link.tsx'
import { shownWorkPath, workPictureAddress } from '../result-paths.ts'
import { KindDrawing } from './kind-drawing.tsx'
import styles from './work-tile.module.css'

interface WorkTileProps {
  work: ShownWork
  headingLevel?: 'h2' | 'h3'
}

/** What a work is mostly about, best first. */
const leading: readonly PartKind[] = ['video', 'image', 'slides', 'document', 'audio', 'link', 'text', 'archive']

/** A work in the gallery; the whole tile is a link. */
export const WorkTile = ({ work, headingLevel: Heading = 'h2' }: WorkTileProps) => {
  const { id, title, team, school, prize, activity, edition, kinds, picture } = work
  const kind = leading.find((one) => kinds.includes(one)) ?? 'document'
  return (
    <article className={styles.tile}>
      <div className={styles.picture} data-video={kinds.includes('video') || undefined}>
        {picture === null ? (
          <KindDrawing kind={kind} />
        ) : (
          <img src={workPictureAddress(id, picture)} alt="" width={640} height={360} loading="lazy" decoding="async" />
        )}
        <span className={styles.prize}>{prize.label}</span>
      </div>
      <Heading className={styles.title}>
        <Link to={shownWorkPath(id)}>{title}</Link>
      </Heading>
      <p className={styles.team}>{[team, school].filter(Boolean).join(' · ')}</p>
      <p className={styles.facts}>
        {edition.year} {activity.name}
      </p>
    </article>
  )
}
