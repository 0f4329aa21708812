import { fileUrl } from '@lectern/contract/files/file-addresses.ts'
import type { FileFacts } from '@lectern/contract/files/files.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { NewsArticle } from '@lectern/contract/articles/news.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import { FileIcon } from '../../../ui/page-icons.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Prose } from '../../../ui/prose.tsx'
import { fileKindOf, sizeIn } from '../../materials/file-words.ts'
import styles from './article-view.module.css'

const Attachments = ({ files }: { files: readonly FileFacts[] }) => {
  const intl = useIntl()
  return (
    <section className={styles.attachments} aria-labelledby="attachments">
      <h2 id="attachments">
        <FormattedMessage id="article.attachments" />
      </h2>
      <ul>
        {files.map((file) => (
          <li key={file.id}>
            <a href={fileUrl(file.id)} download={file.name}>
              <FileIcon />
              <span className={styles.name}>{file.name}</span>
              <span className={`faint small ${styles.kind}`}>
                {fileKindOf(file)} · {sizeIn(intl, file.size)}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Shown = Omit<NewsArticle, 'id' | 'previous' | 'next'>

/** An article as visitors see it; `asked`: the requested language. */
export const ArticleView = ({ article, readerLocale }: { article: Shown; readerLocale: Locale }) => (
  <article>
    <header className={styles.head}>
      <h1 lang={article.locale}>{article.title}</h1>
      <p className={`row faint small ${styles.facts}`}>
        <DateTime value={article.publishedAt} exact />
        {article.author && (
          <span>
            <FormattedMessage id="article.author" values={{ author: article.author }} />
          </span>
        )}
        <span>
          <FormattedMessage id="news.views" values={{ views: article.views }} />
        </span>
      </p>
      {article.locale !== readerLocale && (
        <p className={styles.fallback}>
          <FormattedMessage id="news.fallback" />
        </p>
      )}
    </header>
    {article.cover && (
      <p className={styles.cover}>
        <Picture picture={article.cover} alt="" sizes="(max-width: 48rem) 100vw, 44rem" first />
      </p>
    )}
    <div lang={article.locale}>
      <Prose html={article.body} />
    </div>
    {article.attachments.length > 0 && <Attachments files={article.attachments} />}
  </article>
)
