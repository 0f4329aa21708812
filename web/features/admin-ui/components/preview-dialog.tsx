import type { IdAfter } from '@lectern/messages/message-id.ts'
import { Alert, Modal, Segmented, Spin } from 'antd'
import { useEffect, useState, type ReactNode } from 'react'
import type { Locale } from '@lectern/contract/locales.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { LanguageBar } from './language-bar.tsx'
import styles from './preview-dialog.module.css'

/** Renders its children in another language. */
export type InLanguage = (props: { locale: Locale; children: ReactNode }) => ReactNode

interface PreviewDialogProps<Shown> {
  /** The initial language. */
  language: Locale
  inLanguage: InLanguage
  /** Must be memoised: a new function loads again. */
  load: (locale: Locale) => Promise<Shown>
  render: (content: Shown, locale: Locale) => ReactNode
  onClose: () => void
}

const widths = ['wide', 'phone'] as const
type Width = (typeof widths)[number]

/** Preview as visitors see it, in any language, desktop or phone; nothing is stored. */
export const PreviewDialog = <Shown,>({
  language,
  inLanguage: In,
  load,
  render,
  onClose,
}: PreviewDialogProps<Shown>) => {
  const intl = useIntl()
  const [isOpen, setOpen] = useState(true)
  const [locale, setLocale] = useState(language)
  const [width, setWidth] = useState<Width>('wide')
  const [preview, setPreview] = useState<{ locale: Locale; content: Shown } | 'failed'>()
  const t = (key: IdAfter<'office.preview.'>): string => intl.formatMessage({ id: `office.preview.${key}` })
  useEffect(() => {
    let isCurrent = true
    load(locale).then(
      (content) => isCurrent && setPreview({ locale, content }),
      () => isCurrent && setPreview('failed'),
    )
    return () => {
      isCurrent = false
    }
  }, [load, locale])
  return (
    <Modal
      open={isOpen}
      title={t('title')}
      width={960}
      footer={null}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      <div className={`row between ${styles.tools}`}>
        <LanguageBar value={locale} onChange={setLocale} />
        <Segmented<Width>
          aria-label={t('width')}
          value={width}
          onChange={setWidth}
          options={widths.map((value) => ({ value, label: t(value) }))}
        />
      </div>
      {preview === undefined && <Spin />}
      {preview === 'failed' && <Alert type="warning" showIcon title={t('failed')} />}
      {preview !== undefined && preview !== 'failed' && (
        <div
          className={`card ${styles.sheet}`}
          data-width={width}
          // Links must not navigate away from the editor.
          onClickCapture={(event) => event.preventDefault()}
        >
          <In locale={preview.locale}>{render(preview.content, preview.locale)}</In>
        </div>
      )}
    </Modal>
  )
}
