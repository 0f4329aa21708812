import { downloadUrl } from '@lectern/contract/materials/material-values.ts'
import type { MaterialCard } from '@lectern/contract/materials/materials.ts'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { fileKindOf } from '../file-words.ts'
import { Checksum } from './checksum.tsx'
import { KindIcon } from './kind-icon.tsx'
import { MaterialFacts } from './material-facts.tsx'
import styles from './download-item.module.css'

/** A file with all details. */
export const DownloadItem = ({ card }: { card: MaterialCard }) => {
  const { id, title, summary, locale, file } = card
  return (
    <article className={styles.item}>
      <span className={styles.sign} aria-hidden="true">
        {file ? fileKindOf(file) : <KindIcon kind="file" />}
      </span>
      <div className={`stack gap-6 ${styles.text}`}>
        <h2 lang={locale}>{title}</h2>
        {summary && (
          <p className={styles.summary} lang={locale}>
            {summary}
          </p>
        )}
        <MaterialFacts card={card} withKind={false} />
        {file && <Checksum value={file.sha256} />}
      </div>
      {file ? (
        <a className="button quiet print-hidden" href={downloadUrl(id)} download={file.name}>
          <KindIcon kind="file" />
          <FormattedMessage id="material.download" />
          <span className="visually-hidden">{file.name}</span>
        </a>
      ) : (
        <p className="faint small">
          <FormattedMessage id="material.fileAway" />
        </p>
      )}
    </article>
  )
}
