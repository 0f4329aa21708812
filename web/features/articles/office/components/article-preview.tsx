import { useCallback } from 'react'
import { previewArticle, type ArticleContent } from '@lectern/contract/articles/articles.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { Client } from '../../../../request/client.ts'
import { ArticleView } from '../../components/article-view.tsx'
import { PreviewDialog, type InLanguage } from '../../../admin-ui/components/preview-dialog.tsx'

interface ArticlePreviewProps {
  client: Client
  content: ArticleContent
  /** The initial language. */
  language: Locale
  inLanguage: InLanguage
  onClose: () => void
}

/** Preview of an article as visitors see it. */
export const ArticlePreview = ({ client, content, ...dialog }: ArticlePreviewProps) => {
  const load = useCallback(
    (locale: Locale) => client(previewArticle, { body: { locale, content } }, { skipErrorHandler: true }),
    [client, content],
  )
  return (
    <PreviewDialog
      {...dialog}
      load={load}
      render={(article, locale) => <ArticleView article={article} readerLocale={locale} />}
    />
  )
}
