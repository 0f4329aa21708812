import type { MouseEvent } from 'react'
import type { MaterialCard } from '@lectern/contract/materials/materials.ts'
import { isPlainClick, Link } from '../../../router/link.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { Picture } from '../../../ui/picture.tsx'
import styles from './photo-grid.module.css'

interface PhotoGridProps {
  photos: readonly MaterialCard[]
  pathOf: (photo: MaterialCard) => string
  onOpen: (photo: MaterialCard) => void
}

/** A grid of photos; each opens enlarged. */
export const PhotoGrid = ({ photos, pathOf, onOpen }: PhotoGridProps) => {
  const open = (event: MouseEvent, photo: MaterialCard): void => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    onOpen(photo)
  }
  return (
    <ul className={styles.grid}>
      {photos.map((photo, position) => (
        <li key={photo.id}>
          <Link
            id={`photo-${photo.id}`}
            to={pathOf(photo)}
            className={styles.photo}
            onClick={(event) => open(event, photo)}
          >
            {photo.picture ? (
              <Picture
                picture={photo.picture}
                alt=""
                sizes="(min-width: 1000px) 300px, (min-width: 640px) 33vw, 50vw"
                first={position === 0}
              />
            ) : (
              <span className={`faint small ${styles.away}`}>
                <FormattedMessage id="material.fileAway" />
              </span>
            )}
            <span className={`small break-anywhere ${styles.caption}`} lang={photo.locale}>
              {photo.title}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
