import { previewMarkdown } from '@lectern/contract/materials/materials.ts'
import { Card, Typography } from 'antd'
import { useEffect, useState } from 'react'
import type { Locale } from '@lectern/contract/locales.ts'
import type { Client } from '../../../../request/client.ts'
import { Prose } from '../../../../ui/prose.tsx'
import { useSourceWords } from '../source-words.ts'
import styles from '../../components/document-text.module.css'

interface MarkdownPreviewProps {
  client: Client
  text: string
  language: Locale
}

/** Debounce while typing. */
const pauseMilliseconds = 400

/** Preview of a document, rendered by the server. */
export const MarkdownPreview = ({ client, text, language }: MarkdownPreviewProps) => {
  const { t } = useSourceWords()
  const [html, setHtml] = useState('')
  useEffect(() => {
    const stopping = new AbortController()
    const timer = setTimeout(() => {
      client(
        previewMarkdown,
        { body: { text, locale: language } },
        { skipErrorHandler: true, signal: stopping.signal },
      ).then(
        (answer) => setHtml(answer.html),
        // On failure, keep the last preview.
        () => undefined,
      )
    }, pauseMilliseconds)
    return () => {
      clearTimeout(timer)
      stopping.abort()
    }
  }, [client, text, language])
  return (
    <Card size="small" title={t('preview')}>
      {text ? (
        <div lang={language} className={styles.text}>
          <Prose html={html} />
        </div>
      ) : (
        <Typography.Text type="secondary">{t('previewNone')}</Typography.Text>
      )}
    </Card>
  )
}
