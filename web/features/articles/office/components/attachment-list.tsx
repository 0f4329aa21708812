import { readFileState } from '@lectern/contract/files/files.ts'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { maxAttachments } from '@lectern/contract/articles/article-values.ts'
import { fileUrl } from '@lectern/contract/files/file-addresses.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import type { Client } from '../../../../request/client.ts'
import { useIntl } from '../../../../ui/intl.tsx'
import { UploadField } from '../../../files/components/upload-field.tsx'
import { sizeIn } from '../../../materials/file-words.ts'
import { useArticleWords } from '../article-words.ts'
import styles from './attachment-list.module.css'

interface Named {
  name: string
  size: number
}

interface AttachmentListProps {
  client: Client
  /** Files that were stored with the article. */
  stored: readonly (Named & { id: FileId })[]
  value?: FileId[]
  onChange?: (ids: FileId[]) => void
  label: string
}

/** Names of the files: stored ones are known, new ones are requested once. */
const useNames = (client: Client, ids: readonly FileId[], stored: AttachmentListProps['stored']) => {
  const [loaded, setLoaded] = useState<Readonly<Record<string, Named>>>({})
  const files: Readonly<Record<string, Named>> = {
    ...loaded,
    ...Object.fromEntries(stored.map((file) => [file.id, file])),
  }
  const unknown = ids.find((id) => !files[id])
  useEffect(() => {
    if (!unknown) return
    let isCurrent = true
    client(readFileState, { params: { id: unknown } }, { skipErrorHandler: true }).then(
      ({ name, size }) => isCurrent && setLoaded((former) => ({ ...former, [unknown]: { name, size } })),
      // The file was removed; the server reports it when the article is saved.
      () => isCurrent && setLoaded((former) => ({ ...former, [unknown]: { name: '—', size: 0 } })),
    )
    return () => {
      isCurrent = false
    }
  }, [client, unknown])
  return files
}

const Arrow = ({ down = false }: { down?: boolean }) => (
  <svg
    width="16"
    height="16"
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    aria-hidden="true"
  >
    <path d={down ? 'M8 3v10M4 9l4 4 4-4' : 'M8 13V3M4 7l4-4 4 4'} />
  </svg>
)

const none: FileId[] = []

/** The attachments of an article in order. */
export const AttachmentList = ({ client, stored, value = none, onChange, label }: AttachmentListProps) => {
  const intl = useIntl()
  const { t } = useArticleWords()
  const names = useNames(client, value, stored)
  const nameOf = (id: FileId): string => names[id]?.name ?? '…'
  const move = (from: number, to: number): void => {
    const ids = [...value]
    ids.splice(to, 0, ...ids.splice(from, 1))
    onChange?.(ids)
  }
  return (
    <div className="stack gap-8">
      <ol className={`stack gap-4 ${styles.list}`}>
        {value.map((id, position) => (
          <li key={id} className={styles.item}>
            <span className={styles.name}>
              <a href={fileUrl(id)} target="_blank" rel="noreferrer">
                {nameOf(id)}
              </a>{' '}
              {names[id] && <small>{sizeIn(intl, names[id].size)}</small>}
            </span>
            <Button
              size="small"
              type="text"
              disabled={position === 0}
              aria-label={t('attachment.up', { name: nameOf(id) })}
              icon={<Arrow />}
              onClick={() => move(position, position - 1)}
            />
            <Button
              size="small"
              type="text"
              disabled={position === value.length - 1}
              aria-label={t('attachment.down', { name: nameOf(id) })}
              icon={<Arrow down />}
              onClick={() => move(position, position + 1)}
            />
            <Button
              size="small"
              type="text"
              aria-label={t('attachment.remove', { name: nameOf(id) })}
              onClick={() => onChange?.(value.filter((other) => other !== id))}
            >
              {t('remove')}
            </Button>
          </li>
        ))}
      </ol>
      {value.length < maxAttachments && (
        <UploadField
          // Remounted after each upload, for the next one.
          key={value.length}
          purpose="attachment"
          value={null}
          label={label}
          onChange={(id) => {
            if (id !== null && !value.includes(id)) onChange?.([...value, id])
          }}
        />
      )}
    </div>
  )
}
