import { PageHead } from '../../app/page-head.tsx'
import { MaterialGrid } from '../../features/materials/components/material-grid.tsx'
import { MaterialPage } from '../../features/materials/components/material-page.tsx'
import { loadMaterials } from '../../features/materials/load-materials.ts'
import { listPath } from '../../features/materials/material-address.ts'
import { NewsCard } from '../../features/articles/components/news-card.tsx'
import { loadArticles } from '../../features/articles/load-articles.ts'
import { listPath as newsPath } from '../../features/articles/news-address.ts'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ArrowIcon } from '../../ui/page-icons.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import styles from './training-programme.module.css'

const path = '/Trivia/Mate'
/** In the order of learning: read, watch, do. */
const kinds = ['markdown', 'video', 'file'] as const
const cardsOfKind = 6

export const loader = async (input: LoaderInput) => {
  const groups = kinds.map(async (kind) => ({
    kind,
    materials: await loadMaterials(input.client, { kind }, { category: 'training', pageSize: cardsOfKind }),
  }))
  const [articles, ...materials] = await Promise.all([loadArticles('training', input), ...groups])
  return { programme: articles, materials }
}

export default function TrainingProgramme() {
  const { programme, materials: loaded } = useData<typeof loader>()
  const { address, articles } = programme
  const groups = loaded.filter(({ materials }) => materials.total > 0)
  const intl = useIntl()
  const title = intl.formatMessage({ id: 'material.page.programme' })
  const lead = intl.formatMessage({ id: 'material.page.programme.lead' })
  const toProgramme = (
    <Link className="button" to="/MATE">
      <FormattedMessage id="material.toProgramme" />
      <ArrowIcon />
    </Link>
  )
  return (
    <>
      <PageHead title={title} description={lead} path={path} />
      <MaterialPage title={title} lead={lead} aside={toProgramme}>
        {groups.map(({ kind, materials }, position) => (
          <section key={kind} className={styles.group} aria-labelledby={`group-${kind}`}>
            <header className={`row between ${styles.head}`}>
              <h2 id={`group-${kind}`}>
                <FormattedMessage id={`material.training.${kind}`} />
              </h2>
              {materials.total > cardsOfKind && (
                <Link to={listPath('/Trivia/Material', { kind })}>
                  <FormattedMessage id="material.allOf" values={{ total: materials.total }} />
                </Link>
              )}
            </header>
            <MaterialGrid cards={materials.list} headingLevel="h3" first={position === 0} />
          </section>
        ))}
        {articles.list.length > 0 && (
          <section className={styles.group} aria-labelledby="articles">
            <header className={`row between ${styles.head}`}>
              <h2 id="articles">
                <FormattedMessage id="material.training.articles" />
              </h2>
            </header>
            {articles.list.map((item) => (
              <NewsCard key={item.id} item={item} headingLevel="h3" />
            ))}
            <Pagination
              page={address.page}
              pageSize={articles.pageSize}
              total={articles.total}
              pathOf={(page) => newsPath(path, { page })}
            />
          </section>
        )}
        {groups.length === 0 && articles.total === 0 && (
          <EmptyState
            title={<FormattedMessage id="material.none" />}
            action={
              <Link className="button quiet" to="/MATE">
                <FormattedMessage id="material.toProgramme" />
              </Link>
            }
          >
            <FormattedMessage id="material.noneHelp" />
          </EmptyState>
        )}
      </MaterialPage>
    </>
  )
}
