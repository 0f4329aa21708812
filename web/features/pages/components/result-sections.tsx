import type { ReactNode } from 'react'
import { Link } from '../../../router/link.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { galleryPath, publicityPath, resultPath, resultsPath, shownWorkPath } from '../../results/result-paths.ts'
import type { SectionProps } from '../section-view.ts'
import { useOwnLanguage } from '../use-own-language.ts'
import { SectionFrame } from './section-frame.tsx'

interface LinkedProps extends Pick<SectionProps<'resultList' | 'workList'>, 'section' | 'alone'> {
  more: ReactNode
  links: readonly { to: string; label: string }[]
  /** Shown instead of plain links. */
  items: ReactNode
}

const Linked = ({ section, alone, more, links, items }: LinkedProps) => {
  const { ours } = useOwnLanguage(section.locale)
  return (
    <SectionFrame section={section} alone={alone} more={more} empty={links.length === 0}>
      <div {...ours}>
        {items ?? (
          <ul>
            {links.map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </SectionFrame>
  )
}

export const ResultList = ({ section, alone, headingLevel, slots }: SectionProps<'resultList'>) => (
  <Linked
    section={section}
    alone={alone}
    more={
      <Link to={resultsPath}>
        <FormattedMessage id="section.results.all" />
      </Link>
    }
    links={[
      ...section.data.publicity.map(({ id, activity }) => ({ to: publicityPath(id), label: activity.name })),
      ...section.data.announced.map(({ id, activity }) => ({ to: resultPath(id), label: activity.name })),
    ]}
    items={slots.results?.(section.data, headingLevel)}
  />
)

export const WorkList = ({ section, alone, headingLevel, slots }: SectionProps<'workList'>) => (
  <Linked
    section={section}
    alone={alone}
    more={
      <Link to={galleryPath}>
        <FormattedMessage id="section.works.all" />
      </Link>
    }
    links={section.data.list.map(({ id, title }) => ({ to: shownWorkPath(id), label: title }))}
    items={slots.works?.(section.data, headingLevel)}
  />
)
