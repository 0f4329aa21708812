import { Button, Card } from 'antd'
import type { ManagedArticle } from '@lectern/contract/articles.ts'
import { publishMoves, type PublishState as State } from '@lectern/contract/publish-values.ts'
import { Link } from '../../../../router/link.tsx'
import { articlePath } from '../../news-address.ts'
import { Moment } from '../../../../ui/moment.tsx'
import { PublishState } from '../../../admin-ui/components/publish-state.tsx'
import { useArticleWords } from '../article-words.ts'
import styles from './article-editor.module.css'

interface ArticleStandingProps {
  article: ManagedArticle | undefined
  onMove: (state: State) => void
  onDelete: () => void
}

/** State of an article and its possible moves. */
export const ArticleStanding = ({ article, onMove, onDelete }: ArticleStandingProps) => {
  const { t } = useArticleWords()
  const state = article?.state ?? 'draft'
  return (
    <Card size="small" title={t('standing')}>
      <div className={styles.side}>
        <div className={styles.facts}>
          <PublishState state={state} />
          {article?.publishedAt && state !== 'draft' && <Moment value={article.publishedAt} />}
          {article && <span>{t('views', { views: article.views })}</span>}
        </div>
        <div className={styles.actions}>
          {publishMoves[state].map((next) => (
            <Button key={next} onClick={() => onMove(next)}>
              {t(`move.${next}`)}
            </Button>
          ))}
          {(article?.state === 'draft' || article?.state === 'archived') && (
            <Button danger onClick={onDelete}>
              {t('delete')}
            </Button>
          )}
        </div>
        {state === 'published' && (
          <Link to={articlePath(article!.id)} target="_blank">
            {t('view')}
          </Link>
        )}
      </div>
    </Card>
  )
}
