import { fileUrl } from '@lectern/contract/files/file-addresses.ts'
import { isFilePart } from '@lectern/contract/works/work-values.ts'
import type { Work } from '@lectern/contract/works/works.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { sizeIn } from '../../materials/file-words.ts'
import styles from './works.module.css'

/** The work as it is, for those who cannot change it now. */
export const WorkRecord = ({ work }: { work: Work }) => {
  const intl = useIntl()
  return (
    <section className={styles.part} aria-labelledby="work-record">
      <h2 id="work-record">{work.title.trim() || <FormattedMessage id="work.untitled" />}</h2>
      {work.summary !== '' && <p className="break-anywhere pre-line">{work.summary}</p>}
      <dl className={`stack gap-12 ${styles.facts}`}>
        {work.parts.map((part) => (
          <div key={part.id}>
            <dt>{part.label}</dt>
            {isFilePart(part.kind) ? (
              work.files
                .filter((file) => file.part === part.id)
                .map((file) => (
                  <dd key={file.id}>
                    <a href={fileUrl(file.id)} download={file.name}>
                      <bdi>{file.name}</bdi>
                    </a>{' '}
                    <small>{sizeIn(intl, file.size)}</small>
                  </dd>
                ))
            ) : (
              <dd>{work.values[part.id] || '—'}</dd>
            )}
            {isFilePart(part.kind) && work.files.every((file) => file.part !== part.id) && <dd>—</dd>}
          </div>
        ))}
      </dl>
    </section>
  )
}
