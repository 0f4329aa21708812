import { Button, Card } from 'antd'
import type { ManagedArticle } from '@lectern/contract/articles/articles.ts'
import { publishMoves, type PublishState as State } from '@lectern/contract/pages/publish-values.ts'
import { Link } from '../../../../router/link.tsx'
import { articlePath } from '../../news-address.ts'
import { Moment } from '../../../../ui/moment.tsx'
import { PublishState } from '../../../admin-ui/components/publish-state.tsx'
import { useArticleWords } from '../article-words.ts'
import styles from './article-editor.module.css'

interface ArticleStateCardProps {
  article: ManagedArticle | undefined
  onMove: (state: State) => void
  onDelete: () => void
}

/** State of an article and its possible moves. */
export const ArticleStateCard = ({ article, onMove, onDelete }: ArticleStateCardProps) => {
  const { t } = useArticleWords()
  const state = article?.state ?? 'draft'
  return (
    <Card size="small" title={t('standing')}>
      <div className="stack gap-16">
        <div className={`cluster muted ${styles.facts}`}>
          <PublishState state={state} />
          {article?.publishedAt && state !== 'draft' && <Moment value={article.publishedAt} />}
          {article && <span>{t('views', { views: article.views })}</span>}
        </div>
        <div className="row gap-8">
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
