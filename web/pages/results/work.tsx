import { listPublicWorks, readPublicWork, type PublicWork } from '@lectern/contract/results/public-results.ts'
import type { MessageId } from '@lectern/messages/message-id.ts'
import { PageHead } from '../../app/page-head.tsx'
import { useSite } from '../../app/site.tsx'
import { Share } from '../../features/articles/components/share.tsx'
import { PublicPart } from '../../features/results/components/public-part.tsx'
import { WorkTile } from '../../features/results/components/work-tile.tsx'
import { filteredGalleryPath, workFileAddress } from '../../features/results/gallery-address.ts'
import { galleryPath, resultPath, shownWorkPath, workCoverAddress } from '../../features/results/result-paths.ts'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import styles from './work.module.css'

const otherWorks = 4

export const loader = async ({ params, client }: LoaderInput) => {
  const work = await client(readPublicWork, { params: { id: params['id'] ?? '' } }, { skipErrorHandler: true })
  const query = { edition: work.edition.id, activity: work.activity.id, pageSize: String(otherWorks + 1) }
  const { list } = await client(listPublicWorks, { query }, { skipErrorHandler: true })
  return { work, others: list.filter(({ id }) => id !== work.id).slice(0, otherWorks) }
}

/** For previews of links, which show no drawings. */
const posterOf = ({ id, parts }: PublicWork): string | undefined =>
  parts.some(({ files }) => files.some(({ hasPicture }) => hasPicture)) ? workCoverAddress(id) : undefined

const useStructured = (work: PublicWork): Record<string, unknown> => {
  const { origin } = useSite()
  const film = work.parts.find(({ kind }) => kind === 'video')?.files[0]
  const poster = posterOf(work)
  const picture = poster && origin + poster
  return {
    '@context': 'https://schema.org',
    '@type': 'CreativeWork',
    name: work.title,
    ...(work.summary && { description: work.summary }),
    award: `${work.edition.year} ${work.activity.name} ${work.prize.label}`,
    creator: work.people.map(({ name }) => ({ '@type': 'Person', name })),
    ...(work.school !== null && { sourceOrganization: { '@type': 'EducationalOrganization', name: work.school } }),
    ...(picture && { image: picture }),
    ...(film && {
      video: {
        '@type': 'VideoObject',
        name: work.title,
        description: work.summary || work.title,
        contentUrl: origin + workFileAddress(work.id, film.number),
        encodingFormat: film.type,
        ...(film.seconds !== null && { duration: `PT${Math.round(film.seconds)}S` }),
        ...(picture && { thumbnailUrl: picture }),
      },
    }),
  }
}

const Fact = ({ label, value }: { label: MessageId; value: string | null }) =>
  value ? (
    <div>
      <dt>
        <FormattedMessage id={label} />
      </dt>
      <dd>{value}</dd>
    </div>
  ) : null

export default function Work() {
  const { work, others } = useData<typeof loader>()
  const intl = useIntl()
  const { id, title, summary, team, school, province, prize, activity, edition, people } = work
  const names = (isAdvisor: boolean): string =>
    intl.formatList(people.filter(({ role }) => (role === 'advisor') === isAdvisor).map(({ name }) => name))
  return (
    <div className={styles.page}>
      <PageHead
        title={`${title} - ${prize.label}`}
        description={summary || `${edition.year} ${activity.name} ${prize.label}`}
        path={shownWorkPath(id)}
        type="article"
        poster={posterOf(work)}
        structured={useStructured(work)}
      />
      <nav
        className={`faint small print-hidden ${styles.trail}`}
        aria-label={intl.formatMessage({ id: 'shell.trail' })}
      >
        <Link to={galleryPath}>
          <FormattedMessage id="gallery.title" />
        </Link>
        <span aria-hidden="true"> / </span>
        <Link to={filteredGalleryPath({ edition: edition.id, activity: activity.id })}>
          {edition.year} {activity.name}
        </Link>
      </nav>
      <header className={`stack gap-12 ${styles.head}`}>
        <p>
          <span className={styles.prize}>{prize.label}</span>
        </p>
        <h1>{title}</h1>
        {summary && <p className="muted break-anywhere pre-line">{summary}</p>}
      </header>
      <div className={styles.columns}>
        <div className={styles.parts}>
          {work.parts.map((part) => (
            <PublicPart key={part.id} work={id} part={part} />
          ))}
        </div>
        <div className={`stack gap-16 ${styles.aside}`}>
          <dl className={`stack gap-12 ${styles.facts}`}>
            <Fact label="gallery.team" value={team} />
            <Fact label="gallery.people" value={names(false)} />
            <Fact label="gallery.advisors" value={names(true)} />
            <Fact label="gallery.school" value={[school, province].filter(Boolean).join(' · ')} />
          </dl>
          <p>
            <Link to={resultPath(work.list)}>
              <FormattedMessage id="gallery.list" />
            </Link>
          </p>
        </div>
      </div>
      <Share title={title} />
      {others.length > 0 && (
        <section className={`print-hidden ${styles.others}`} aria-labelledby="others">
          <div className={`row between ${styles.othersHead}`}>
            <h2 id="others">
              <FormattedMessage id="gallery.others" />
            </h2>
            <Link to={filteredGalleryPath({ edition: edition.id, activity: activity.id })}>
              <FormattedMessage id="gallery.others.all" />
            </Link>
          </div>
          <div className={styles.tiles}>
            {others.map((other) => (
              <WorkTile key={other.id} work={other} headingLevel="h3" />
            ))}
          </div>
        </section>
      )}
    </div>
  )
}
