import type { ShownWork } from '@lectern/contract/results/public-results.ts'
import styles from './newest.module.css'
import { WorkTile } from './work-tile.tsx'

interface NewestWorksProps {
  list: readonly ShownWork[]
  headingLevel: 'h2' | 'h3'
}

export const NewestWorks = ({ list, headingLevel }: NewestWorksProps) => (
  <ul className={styles.works}>
    {list.map((work) => (
      <li key={work.id}>
        <WorkTile work={work} headingLevel={headingLevel} />
      </li>
    ))}
  </ul>
)
