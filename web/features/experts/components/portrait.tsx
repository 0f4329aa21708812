import type { Picture as PictureFacts } from '@lectern/contract/files/files.ts'
import { initialsOf } from '../../../ui/initials.ts'
import { Picture } from '../../../ui/picture.tsx'
import styles from './portrait.module.css'

/** A photo, or a tile with the initials. The name is beside it. */
export const Portrait = ({ photo, name }: { photo: PictureFacts | null; name: string }) =>
  photo ? (
    <Picture picture={photo} alt="" sizes="112px" className={styles.portrait} />
  ) : (
    <span className={styles.portrait} data-initials={initialsOf(name)} aria-hidden="true" />
  )
