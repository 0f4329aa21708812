import type { MaterialCard } from '@lectern/contract/materials/materials.ts'
import { Picture } from '../../../ui/picture.tsx'
import { KindIcon } from './kind-icon.tsx'
import styles from './material-cover.module.css'

interface MaterialCoverProps {
  card: Pick<MaterialCard, 'kind' | 'picture'>
  sizes: string
  first?: boolean
}

/** The cover of a material, or the icon of its kind. The title is beside it. */
export const MaterialCover = ({ card: { kind, picture }, sizes, first = false }: MaterialCoverProps) => (
  <div className={styles.cover} data-kind={kind}>
    {picture ? <Picture picture={picture} alt="" sizes={sizes} first={first} /> : <KindIcon kind={kind} />}
  </div>
)
