import { readPage } from '@lectern/contract/pages/pages.ts'
import { PageHead } from '../../app/page-head.tsx'
import { SourceTree } from '../../features/pages/components/source-tree.tsx'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import styles from './home-source.module.css'

export const loader = ({ client }: LoaderInput) =>
  client(readPage, { params: { name: 'Home' } }, { skipErrorHandler: true })

/** The blocks of the home page, with the data of each. */
export default function HomeSource() {
  const { sections } = useData<typeof loader>()
  const intl = useIntl()
  const title = intl.formatMessage({ id: 'source.title' })
  return (
    <div className={styles.page}>
      <PageHead title={title} path="/Home/data.source" />
      <h1>{title}</h1>
      <p className={styles.lead}>
        <FormattedMessage id="source.lead" />
      </p>
      {sections.map(({ id, block, type, locale, content, ...live }) => (
        <details key={id} id={block} className={styles.block} open>
          <summary>
            <h2>{block}</h2> <code>{type}</code>
          </summary>
          <p>
            <Link to={`/Home/${block}`}>
              <FormattedMessage id="source.alone" />
            </Link>
          </p>
          <div lang={locale}>
            <SourceTree value={{ content, ...live }} />
          </div>
        </details>
      ))}
    </div>
  )
}
