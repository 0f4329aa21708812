import { useRef, useState } from 'react'
import { download } from '../../../ui/download.ts'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import styles from './recovery-codes.module.css'
import settings from './settings.module.css'

const fileOf = (heading: string, codes: readonly string[]): Blob =>
  new Blob([`${heading}\n\n${codes.join('\n')}\n`], { type: 'text/plain;charset=utf-8' })

const select = (element: HTMLElement): void => {
  const selection = getSelection()
  selection?.removeAllRanges()
  selection?.selectAllChildren(element)
}

/** `by hand`: the clipboard is not available, for example over plain HTTP; the codes are selected instead. */
type Copying = 'not yet' | 'copied' | 'by hand'

interface RecoveryCodesProps {
  codes: readonly string[]
  username: string
  onKept: () => void
}

/** Shown once; the user must confirm that they have saved them. */
export const RecoveryCodes = ({ codes, username, onKept }: RecoveryCodesProps) => {
  const intl = useIntl()
  const list = useRef<HTMLUListElement>(null)
  const [copying, setCopying] = useState<Copying>('not yet')
  const form = useForm({ submit: async () => onKept(), problemsOf: () => undefined })
  const heading = intl.formatMessage({ id: 'settings.codesFor' }, { username })
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      setCopying('copied')
    } catch {
      select(list.current!)
      setCopying('by hand')
    }
  }
  return (
    <Form form={form}>
      <p className={settings.about}>
        <FormattedMessage id="settings.codesAbout" />
      </p>
      <div className={styles.sheet}>
        <p className={styles.heading}>{heading}</p>
        <ul ref={list} className={styles.codes} aria-label={heading}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className="row gap-8">
        <button type="button" className="button quiet" onClick={() => void copy()}>
          <FormattedMessage id="settings.codesCopy" />
        </button>
        <button
          type="button"
          className="button quiet"
          onClick={() => download(fileOf(heading, codes), `${username}-recovery-codes.txt`)}
        >
          <FormattedMessage id="settings.codesDownload" />
        </button>
        <button type="button" className="button quiet" onClick={() => print()}>
          <FormattedMessage id="share.print" />
        </button>
      </div>
      <p className={settings.status} role="status">
        {copying === 'copied' && <FormattedMessage id="settings.codesCopied" />}
        {copying === 'by hand' && <FormattedMessage id="settings.codesSelected" />}
      </p>
      <CheckboxField
        name="kept"
        label={<FormattedMessage id="settings.codesKept" />}
        required
        missing={intl.formatMessage({ id: 'settings.codesKeptMissing' })}
      />
      <FormActions>
        <SubmitButton>
          <FormattedMessage id="settings.finish" />
        </SubmitButton>
      </FormActions>
    </Form>
  )
}
