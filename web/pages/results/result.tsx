import { PageHead } from '../../app/page-head.tsx'
import { useSite } from '../../app/site.tsx'
import { readPublicResult, type PublicResult } from '@lectern/contract/results/public-results.ts'
import { Share } from '../../features/articles/components/share.tsx'
import { ResultChanges, Superseded } from '../../features/results/components/result-changes.tsx'
import { ResultHead } from '../../features/results/components/result-head.tsx'
import { ResultListing } from '../../features/results/components/result-listing.tsx'
import { ResultProof } from '../../features/results/components/result-proof.tsx'
import { filteredGalleryPath } from '../../features/results/gallery-address.ts'
import { resultPath, shownWorkPath, workCoverAddress } from '../../features/results/result-paths.ts'
import { listQuery } from '../../features/results/load-result.ts'
import {
  filteredPath,
  isFiltered,
  readResultAddress,
  resultSheetAddress,
} from '../../features/results/result-address.ts'
import { Cover } from '../../ui/cover.tsx'
import { AnyLink, Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import { FileIcon } from '../../ui/page-icons.tsx'
import styles from './results.module.css'

export const loader = async ({ params, query, client }: LoaderInput) => {
  const address = readResultAddress(query)
  const input = { params: { id: params['id'] ?? '' }, query: listQuery(address) }
  return { address, result: await client(readPublicResult, input, { skipErrorHandler: true }) }
}

/** Awards are listed with what is shown of them. */
const useStructured = ({ list, activity, edition, announcedAt, page, pageSize }: PublicResult) => {
  const { origin } = useSite()
  const intl = useIntl()
  const title = intl.formatMessage({ id: 'result.of' }, { activity: activity.name })
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    name: `${title} - ${edition.name}`,
    datePublished: announcedAt,
    itemListElement: list.map(({ title: name, prize, team, school, work }, index) => ({
      '@type': 'ListItem',
      position: (page - 1) * pageSize + index + 1,
      item: {
        '@type': 'CreativeWork',
        ...(name !== null && { name }),
        ...(prize && { award: `${edition.name} ${activity.name} ${prize.label}` }),
        ...(team !== null && { creator: { '@type': 'Organization', name: team } }),
        ...(school !== null && { sourceOrganization: { '@type': 'EducationalOrganization', name: school } }),
        ...(work && { url: origin + shownWorkPath(work) }),
      },
    })),
  }
}

export default function Result() {
  const { address, result } = useData<typeof loader>()
  const intl = useIntl()
  const { id, activity, edition, announcedAt, timeZone, prizes, supersededBy, previous } = result
  const path = resultPath(id)
  const title = intl.formatMessage({ id: 'result.of' }, { activity: activity.name })
  const count = prizes.reduce((sum, { awarded }) => sum + awarded, 0)
  const isIndexed = supersededBy === null && !isFiltered(address) && result.list.length > 0
  return (
    <div className={styles.page}>
      <PageHead
        title={`${title} - ${edition.name}`}
        description={intl.formatMessage(
          { id: 'result.of.description' },
          { activity: activity.name, edition: edition.name, count },
        )}
        {...(isIndexed && { path: filteredPath(path, { page: address.page }) })}
        type="article"
        structured={useStructured(result)}
      />
      <ResultHead
        title={title}
        list={result}
        facts={
          <>
            <span>
              <FormattedMessage
                id="result.announced"
                values={{ date: <DateTime key="at" value={announcedAt} timeZone={timeZone} /> }}
              />
            </span>
            <span>
              <FormattedMessage id="result.awarded" values={{ count }} />
            </span>
          </>
        }
      >
        {supersededBy && <Superseded to={resultPath(supersededBy)} />}
        <p className="row gap-12 print-hidden">
          {result.hasGallery && !supersededBy && (
            <Link className="button" to={filteredGalleryPath({ edition: edition.id, activity: activity.id })}>
              <FormattedMessage id="result.watch" />
            </Link>
          )}
          <AnyLink className="button quiet" address={resultSheetAddress(id)} download>
            <FileIcon />
            <FormattedMessage id="result.csv" />
          </AnyLink>
        </p>
      </ResultHead>
      <ResultListing
        path={path}
        address={address}
        result={result}
        renderCover={(work) => <Cover src={workCoverAddress(work)} size="list" />}
      />
      <ResultChanges list={result} previousPath={previous ? resultPath(previous) : undefined} />
      <ResultProof {...result} />
      <Share title={title} />
    </div>
  )
}
