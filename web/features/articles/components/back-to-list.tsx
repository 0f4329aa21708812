import { FormattedMessage } from 'react-intl'
import type { ArticleKind } from '@lectern/contract/article-kinds.ts'
import { Link } from '../../../router/link.tsx'
import { officePath } from '../article-address.ts'

export const BackToList = ({ kind }: { kind: ArticleKind }) => (
  <Link to={officePath(kind)}>
    <FormattedMessage id="office.articles.back" />
  </Link>
)
