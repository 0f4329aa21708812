import { Alert, Modal, Segmented, Spin } from 'antd'
import { useEffect, useState, type ReactNode } from 'react'
import type { ArticleContent } from '@lectern/contract/articles.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { Client } from '../../../request/client.ts'
import { ArticleView } from '../../news/components/article-view.tsx'
import { LanguageBar } from '../../office/components/language-bar.tsx'
import { articlePreview, type Preview } from '../api.ts'
import { useArticleWords } from '../article-words.ts'
import styles from './article-preview.module.css'

/** Shows what is inside in the words of a language. */
export type InLanguage = (props: { locale: Locale; children: ReactNode }) => ReactNode

interface ArticlePreviewProps {
  client: Client
  content: ArticleContent
  /** Shown first. */
  language: Locale
  inLanguage: InLanguage
  onClose: () => void
}

const widths = ['wide', 'phone'] as const
type Width = (typeof widths)[number]

/** What visitors would read, in any language, on a wide screen or a phone; nothing is stored for it. */
export const ArticlePreview = ({ client, content, language, inLanguage: In, onClose }: ArticlePreviewProps) => {
  const { say } = useArticleWords()
  const [isOpen, setOpen] = useState(true)
  const [locale, setLocale] = useState(language)
  const [width, setWidth] = useState<Width>('wide')
  const [shown, setShown] = useState<{ locale: Locale; article: Preview } | 'failed'>()
  useEffect(() => {
    let isCurrent = true
    client(articlePreview, { body: { locale, content } }, { skipErrorHandler: true }).then(
      (article) => isCurrent && setShown({ locale, article }),
      () => isCurrent && setShown('failed'),
    )
    return () => {
      isCurrent = false
    }
  }, [client, content, locale])
  return (
    <Modal
      open={isOpen}
      title={say('preview')}
      width={880}
      footer={null}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      <div className={styles.tools}>
        <LanguageBar value={locale} onChange={setLocale} />
        <Segmented<Width>
          aria-label={say('preview.width')}
          value={width}
          onChange={setWidth}
          options={widths.map((value) => ({ value, label: say(`preview.${value}`) }))}
        />
      </div>
      {shown === undefined && <Spin />}
      {shown === 'failed' && <Alert type="warning" showIcon title={say('preview.failed')} />}
      {shown !== undefined && shown !== 'failed' && (
        <div
          className={styles.sheet}
          data-width={width}
          // Links are there to be seen, not to lead away from what is being written.
          onClickCapture={(event) => event.preventDefault()}
        >
          <In locale={shown.locale}>
            <ArticleView article={shown.article} asked={shown.locale} />
          </In>
        </div>
      )}
    </Modal>
  )
}
