import { fileUrl } from '@lectern/contract/files/file-addresses.ts'
import { caseLimits } from '@lectern/contract/cases/case-values.ts'
import type { CaseFile } from '@lectern/contract/cases/cases.ts'
import { FieldError, FieldHint, OptionalMark, useField } from '../../../ui/form/field-frame.tsx'
import frame from '../../../ui/form/field-frame.module.css'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { UploadField } from '../../files/components/upload-field.tsx'
import upload from '../../files/components/upload-field.module.css'
import { sizeIn } from '../../materials/file-words.ts'
import styles from './cases.module.css'

interface EvidenceFieldProps {
  /** Distinguishes forms, so that an interrupted upload is resumed where it began. */
  form: string
  /** What the files are for. */
  target: Readonly<Record<string, string>>
  files: readonly CaseFile[]
  onChange: (files: readonly CaseFile[]) => void
}

/** Evidence: several files, each uploaded at once and resumed after interruptions. */
export const EvidenceField = ({ form, target, files, onChange }: EvidenceFieldProps) => {
  const intl = useIntl()
  const label = intl.formatMessage({ id: 'case.evidence' })
  const hint = <FormattedMessage id="case.evidence.hint" values={{ most: caseLimits.evidence }} />
  const { id, messages, aria } = useField({ name: 'evidence', hint })
  return (
    <div className={frame.frame} data-field data-wrong={messages.length > 0 || undefined}>
      <p className={frame.label}>
        {label}
        <OptionalMark />
      </p>
      <FieldHint id={id} hint={hint} />
      <FieldError id={id} messages={messages} />
      {files.length > 0 && (
        <ul className={`stack gap-8 break-anywhere ${styles.files}`}>
          {files.map((file) => (
            <li key={file.id}>
              <span>
                <a href={fileUrl(file.id)} target="_blank" rel="noreferrer">
                  <bdi>{file.name}</bdi>
                </a>{' '}
                <span className="muted small">{sizeIn(intl, file.size)}</span>
              </span>
              <button
                type="button"
                className={upload.action}
                onClick={() => onChange(files.filter((one) => one.id !== file.id))}
              >
                <FormattedMessage id="upload.remove" />
                <span className="visually-hidden"> {file.name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {files.length < caseLimits.evidence && (
        <UploadField
          purpose="evidence"
          target={target}
          id={id}
          name={`evidence ${form}`}
          label={label}
          value={null}
          aria-describedby={aria['aria-describedby']}
          onChange={(_, file) => {
            if (file) onChange([...files, { id: file.id, name: file.name, size: file.size }])
          }}
        />
      )}
    </div>
  )
}
