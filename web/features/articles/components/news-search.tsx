import { articleHomes } from '@lectern/contract/articles/article-values.ts'
import type { NewsCategory } from '@lectern/contract/articles/news-categories.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'

interface NewsSearchProps {
  search?: string | undefined
  category?: NewsCategory | undefined
  /** The list to search, and the label of the box; default: news. */
  home?: string
  label?: string
}

/** The search box of a list of articles. */
export const NewsSearch = ({ search, category, home = articleHomes.news, label }: NewsSearchProps) => {
  const intl = useIntl()
  return (
    <SearchBox
      to={home}
      search={search}
      label={label ?? intl.formatMessage({ id: 'news.search' })}
      button={intl.formatMessage({ id: 'news.searchButton' })}
      keptParameters={{ category }}
    />
  )
}
