import { Button } from 'antd'
import type { ArticleKind } from '@lectern/contract/articles/article-kinds.ts'
import { go } from '../../../../router/history.ts'
import { useRouter } from '../../../../router/router-context.tsx'
import { editPath } from '../article-address.ts'
import { useArticleWords } from '../article-words.ts'

export const NewArticle = ({ kind }: { kind: ArticleKind }) => {
  const router = useRouter()
  const { t } = useArticleWords()
  return (
    <Button type="primary" onClick={() => void go(router, editPath(kind))}>
      {t('new')}
    </Button>
  )
}
