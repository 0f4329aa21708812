import { localize } from '@lectern/contract/localized.ts'
import { readPage, type ShownSection } from '@lectern/contract/pages/pages.ts'
import { PageHead } from '../../app/page-head.tsx'
import { useSite } from '../../app/site.tsx'
import { resultSlots } from '../../app/result-slots.tsx'
import { Sections } from '../../features/pages/components/sections.tsx'
import { Link } from '../../router/link.tsx'
import { withBase } from '../../router/match.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'

export const loader = ({ client }: LoaderInput) =>
  client(readPage, { params: { name: 'Home' } }, { skipErrorHandler: true })

/** Structured data about the site and the contest that does not change with the year. */
const useStructured = (name: string, description: string): Record<string, unknown> => {
  const { origin, routerBase, settings } = useSite()
  const intl = useIntl()
  const facts = {
    name,
    url: origin + withBase('/', routerBase),
    inLanguage: intl.locale,
    ...(description && { description }),
  }
  const organizer = { '@type': 'Organization', name: localize(settings.organiser, intl.locale).text }
  const audience = { '@type': 'EducationalAudience', educationalRole: 'teacher' }
  return {
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'WebSite', ...facts },
      { '@type': 'EducationEvent', ...facts, organizer, audience, isAccessibleForFree: true },
    ],
  }
}

/** The contact form would slow down the first visit. */
const slots = {
  ...resultSlots,
  contactForm: (
    <Link className="button quiet" to="/Contact">
      <FormattedMessage id="menu.contact" />
    </Link>
  ),
}

const isHero = (section: ShownSection): section is ShownSection<'hero'> => section.type === 'hero'

export default function Home() {
  const { sections } = useData<typeof loader>()
  const { settings } = useSite()
  const title = localize(settings.title, useIntl().locale).text
  const hero = sections.find(isHero)
  const description = hero?.content.lead ?? ''
  const hasTitle = Boolean(hero && (hero.content.title || hero.data.edition))
  return (
    <>
      <PageHead path="/" {...(description && { description })} structured={useStructured(title, description)} />
      {!hasTitle && <h1 className="visually-hidden">{title}</h1>}
      <Sections sections={sections} slots={slots} />
    </>
  )
}
