import type { ComponentType } from 'react'
import type { ShownSection } from '@lectern/contract/pages/pages.ts'
import type { SectionType } from '@lectern/contract/pages/section-shapes.ts'
import { documentPath } from '../../documents/document-address.ts'
import { Link } from '../../../router/link.tsx'
import type { SectionProps, Slots } from '../section-view.ts'
import { ActivityList } from './activity-list.tsx'
import { ActivityRules } from './activity-rules.tsx'
import { Cards } from './cards.tsx'
import { Carousel } from './carousel.tsx'
import { Contact } from './contact.tsx'
import { Faq } from './faq.tsx'
import { Figures } from './figures.tsx'
import { Gallery } from './gallery.tsx'
import { Hero } from './hero.tsx'
import { ImageText } from './image-text.tsx'
import { Logos } from './logos.tsx'
import { MaterialList } from './material-list.tsx'
import { NewsList } from './news-list.tsx'
import { People } from './people.tsx'
import { ResultList, WorkList } from './result-sections.tsx'
import { RichText } from './rich-text.tsx'
import { Schedule } from './schedule.tsx'
import { SectionFrame } from './section-frame.tsx'
import { Timeline } from './timeline.tsx'

/** Every page has menu and footer around it, so they are only shown on a page of their own. */
const SiteMenu = ({ section, alone, slots }: SectionProps<'siteMenu'>) =>
  alone && (
    <SectionFrame section={section} alone>
      {slots.siteMenu}
    </SectionFrame>
  )

const SiteFooter = ({ section, alone, slots }: SectionProps<'siteFooter'>) =>
  alone && (
    <SectionFrame section={section} alone>
      {slots.siteFooter}
    </SectionFrame>
  )

/** An agreement in force, or a link to it on pages that do not load it. */
const Document = ({ section, alone, slots }: SectionProps<'document'>) =>
  slots.document?.(section.data) ?? (
    <SectionFrame section={section} alone={alone}>
      <Link to={documentPath(section.data.name)}>{section.data.title}</Link>
    </SectionFrame>
  )

const views: { [T in SectionType]: ComponentType<SectionProps<T>> } = {
  hero: Hero,
  carousel: Carousel,
  figures: Figures,
  cards: Cards,
  gallery: Gallery,
  imageText: ImageText,
  timeline: Timeline,
  people: People,
  logos: Logos,
  faq: Faq,
  contact: Contact,
  richText: RichText,
  newsList: NewsList,
  activityList: ActivityList,
  schedule: Schedule,
  activityRules: ActivityRules,
  materialList: MaterialList,
  resultList: ResultList,
  workList: WorkList,
  document: Document,
  siteMenu: SiteMenu,
  siteFooter: SiteFooter,
}

const none: Slots = {}

interface SectionsProps {
  sections: readonly ShownSection[]
  alone?: boolean
  slots?: Slots
}

/** The sections of a page, each rendered by its type. */
export const Sections = ({ sections, alone = false, slots = none }: SectionsProps) =>
  sections.map((section) => {
    const View = views[section.type] as ComponentType<SectionProps>
    const isTitled = 'title' in section.content && section.content.title !== ''
    const headingLevel = isTitled && !alone ? 'h3' : 'h2'
    return <View key={section.id} section={section} alone={alone} headingLevel={headingLevel} slots={slots} />
  })
