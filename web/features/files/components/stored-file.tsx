import { fileUrl, pictureUrl, widthsOf } from '@lectern/contract/files/file-addresses.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { sizeIn } from '../../materials/file-words.ts'
import type { FileState } from '../file-state.ts'
import styles from './upload-field.module.css'

interface StoredFileProps {
  file: FileState
  onReplace: () => void
  onRemove: () => void
}

export const StoredFile = ({ file, onReplace, onRemove }: StoredFileProps) => {
  const intl = useIntl()
  const { id, name, size, picture, state } = file
  return (
    <div className={styles.card}>
      {picture && (
        <img
          className={styles.preview}
          src={pictureUrl(id, widthsOf(picture.width)[0]!, 'webp')}
          width={picture.width}
          height={picture.height}
          alt=""
        />
      )}
      <div className={styles.body}>
        <p className="break-anywhere">
          {state === 'stored' ? (
            <a href={fileUrl(id)} target="_blank" rel="noreferrer">
              <bdi>{name}</bdi>
            </a>
          ) : (
            <bdi>{name}</bdi>
          )}{' '}
          <span className={styles.size}>{sizeIn(intl, size)}</span>
        </p>
        {state === 'waiting' && (
          <p className={styles.facts}>
            <FormattedMessage id="upload.waiting" />
          </p>
        )}
      </div>
      <div className="row gap-8">
        <button type="button" className={styles.action} onClick={onReplace}>
          <FormattedMessage id="upload.replace" />
        </button>
        <button type="button" className={styles.action} onClick={onRemove}>
          <FormattedMessage id="upload.remove" />
        </button>
      </div>
    </div>
  )
}
