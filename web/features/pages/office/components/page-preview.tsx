import { previewPage } from '@lectern/contract/pages/pages.ts'
import { Alert, Drawer, Segmented, Spin } from 'antd'
import { useEffect, useState, type ComponentType } from 'react'
import type { Locale } from '@lectern/contract/locales.ts'
import type { PageName } from '@lectern/contract/pages/section-shapes.ts'
import type { WrittenSection } from '@lectern/contract/pages/sections.ts'
import type { Client } from '../../../../request/client.ts'
import { LanguageBar } from '../../../admin-ui/components/language-bar.tsx'
import type { PreviewAnswer } from '../preview-answer.ts'
import { useEditorWords } from '../editor-words.ts'
import { tidy } from '../section-content.ts'
import styles from './page-preview.module.css'
import { PreviewFrame } from './preview-frame.tsx'

/** A page as visitors see it, in one language. */
export type PageView = ComponentType<{ page: PreviewAnswer; locale: Locale }>

interface PagePreviewProps {
  client: Client
  name: PageName
  sections: readonly WrittenSection[]
  /** The initial language. */
  language: Locale
  view: PageView
  onClose: () => void
}

const widths = { phone: 390, desktop: 1280 }
type Width = keyof typeof widths

/** Preview as visitors see it, in any language, phone or desktop; nothing is stored. */
export const PagePreview = ({ client, name, sections, language, view: View, onClose }: PagePreviewProps) => {
  const { t, page: pageWord } = useEditorWords()
  const [isOpen, setOpen] = useState(true)
  const [locale, setLocale] = useState(language)
  const [width, setWidth] = useState<Width>(() => (innerWidth < widths.desktop / 2 ? 'phone' : 'desktop'))
  const [preview, setPreview] = useState<{ locale: Locale; page: PreviewAnswer } | 'failed'>()
  useEffect(() => {
    let isCurrent = true
    const body = { locale, sections: sections.map(tidy) }
    client(previewPage, { params: { name }, body }, { inPlaceSignIn: true, skipErrorHandler: true }).then(
      (page) => isCurrent && setPreview({ locale, page }),
      () => isCurrent && setPreview('failed'),
    )
    return () => {
      isCurrent = false
    }
  }, [client, name, sections, locale])
  const title = t('previewOf', { page: pageWord(name) })
  return (
    <Drawer
      open={isOpen}
      title={title}
      size="100%"
      onClose={() => setOpen(false)}
      afterOpenChange={(opened) => !opened && onClose()}
      styles={{ body: { display: 'flex', flexDirection: 'column' } }}
    >
      <div className={styles.tools}>
        <LanguageBar value={locale} onChange={setLocale} />
        <Segmented<Width>
          aria-label={t('width')}
          value={width}
          onChange={setWidth}
          options={(Object.keys(widths) as Width[]).map((value) => ({
            value,
            label: t(`width.${value}`, { pixels: widths[value] }),
          }))}
        />
      </div>
      {preview === undefined && <Spin />}
      {preview === 'failed' && <Alert type="warning" showIcon title={t('previewFailed')} />}
      {preview !== undefined && preview !== 'failed' && (
        <PreviewFrame title={title} width={widths[width]} locale={preview.locale} onEscape={() => setOpen(false)}>
          <View page={preview.page} locale={preview.locale} />
        </PreviewFrame>
      )}
    </Drawer>
  )
}
