import { Alert, Drawer, Segmented, Spin } from 'antd'
import { useEffect, useState, type ComponentType } from 'react'
import type { Locale } from '@lectern/contract/locales.ts'
import type { PageName } from '@lectern/contract/section-shapes.ts'
import type { WrittenSection } from '@lectern/contract/sections.ts'
import type { Client } from '../../../../request/client.ts'
import { LanguageBar } from '../../../admin-ui/components/language-bar.tsx'
import { previewPage, type PreviewedPage } from '../api.ts'
import { useEditorWords } from '../editor-words.ts'
import { tidy } from '../section-content.ts'
import styles from './page-preview.module.css'
import { PreviewFrame } from './preview-frame.tsx'

/** A page as visitors see it, in one language. */
export type PageView = ComponentType<{ page: PreviewedPage; locale: Locale }>

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
  const [shown, setShown] = useState<{ locale: Locale; page: PreviewedPage } | 'failed'>()
  useEffect(() => {
    let isCurrent = true
    const body = { locale, sections: sections.map(tidy) }
    client(previewPage, { params: { name }, body }, { inPlaceSignIn: true, skipErrorHandler: true }).then(
      (page) => isCurrent && setShown({ locale, page }),
      () => isCurrent && setShown('failed'),
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
      {shown === undefined && <Spin />}
      {shown === 'failed' && <Alert type="warning" showIcon title={t('previewFailed')} />}
      {shown !== undefined && shown !== 'failed' && (
        <PreviewFrame title={title} width={widths[width]} locale={shown.locale} onEscape={() => setOpen(false)}>
          <View page={shown.page} locale={shown.locale} />
        </PreviewFrame>
      )}
    </Drawer>
  )
}
