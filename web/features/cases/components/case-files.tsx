import { fileUrl } from '@lectern/contract/files/file-addresses.ts'
import type { CaseFile } from '@lectern/contract/cases/cases.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { sizeIn } from '../../materials/file-words.ts'
import styles from './cases.module.css'

export const CaseFiles = ({ files }: { files: readonly CaseFile[] }) => {
  const intl = useIntl()
  if (files.length === 0) return null
  return (
    <ul className={`stack gap-8 break-anywhere ${styles.files}`}>
      {files.map(({ id, name, size }) => (
        <li key={id}>
          <a href={fileUrl(id)} target="_blank" rel="noreferrer">
            <bdi>{name}</bdi>
          </a>
          <span className="muted small">{sizeIn(intl, size)}</span>
        </li>
      ))}
    </ul>
  )
}
