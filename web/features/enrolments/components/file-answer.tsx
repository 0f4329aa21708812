import { useState } from 'react'
import type { Enrolment, ShownField } from '@lectern/contract/enrolments/enrolments.ts'
import { fileUrl } from '@lectern/contract/files/file-addresses.ts'
import type { AnswerValue } from '@lectern/contract/enrolments/form-fields.ts'
import { filesOf } from '@lectern/contract/enrolments/form-values.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import { FieldError, FieldHint, OptionalMark, useField } from '../../../ui/form/field-frame.tsx'
import frame from '../../../ui/form/field-frame.module.css'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { UploadField } from '../../files/components/upload-field.tsx'
import { sizeIn } from '../../materials/file-words.ts'
import upload from '../../files/components/upload-field.module.css'
import styles from './file-answer.module.css'

interface FileAnswerProps {
  field: ShownField
  value: AnswerValue | undefined
  onChange: (value: AnswerValue) => void
  /** Files of the answers. */
  files: Enrolment['files']
}

interface Named {
  id: FileId
  name: string
  size: number
}

interface FileListProps {
  held: readonly FileId[]
  names: readonly Named[]
  onRemove: (id: FileId) => void
}

const FileList = ({ held, names, onRemove }: FileListProps) => {
  const intl = useIntl()
  return (
    <ul className={`stack gap-8 ${styles.files}`}>
      {held.map((id) => {
        const file = names.find((one) => one.id === id)
        return (
          <li key={id}>
            <span className={styles.name}>
              <a href={fileUrl(id)} target="_blank" rel="noreferrer">
                <bdi>{file?.name ?? '…'}</bdi>
              </a>{' '}
              {file && <span className={styles.size}>{sizeIn(intl, file.size)}</span>}
            </span>
            <button type="button" className={upload.action} onClick={() => onRemove(id)}>
              <FormattedMessage id="upload.remove" />
              <span className="visually-hidden"> {file?.name}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** One file, or several up to the limit of the question. */
export const FileAnswer = ({ field, value, onChange, files }: FileAnswerProps) => {
  const { id, messages, aria } = useField({ name: field.id, hint: field.help })
  const [uploaded, setUploaded] = useState<readonly Named[]>([])
  const names: readonly Named[] = [...files, ...uploaded]
  const held = filesOf(value)
  const most = field.maxFiles ?? 1
  const put = (ids: readonly FileId[]): void => onChange(ids.length > 0 ? { files: [...ids] } : null)
  const isList = most > 1 || held.length > 1
  return (
    <div className={frame.frame} data-field data-wrong={messages.length > 0 || undefined}>
      <p className={frame.label}>
        {field.label}
        {!field.required && <OptionalMark />}
      </p>
      <FieldHint id={id} hint={field.help} />
      <FieldError id={id} messages={messages} />
      {isList && held.length > 0 && (
        <FileList held={held} names={names} onRemove={(gone) => put(held.filter((one) => one !== gone))} />
      )}
      {isList && (
        <p className={styles.count}>
          <FormattedMessage id="enrolment.files.count" values={{ count: held.length, most }} />
        </p>
      )}
      {(!isList || held.length < most) && (
        <UploadField
          purpose="answer"
          id={id}
          name={field.id}
          label={field.label}
          rules={field}
          known={names}
          value={isList ? null : (held[0] ?? null)}
          aria-describedby={aria['aria-describedby']}
          onChange={(added, file) => {
            if (file) setUploaded((former) => [...former, file])
            if (!isList) put(added ? [added] : [])
            else if (added) put([...held, added])
          }}
        />
      )}
    </div>
  )
}
