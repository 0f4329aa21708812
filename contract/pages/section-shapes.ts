import { agreementNames } from '../accounts/account-values.ts'
import { materialCategories } from '../materials/material-values.ts'

/**
 * All section types and their fields. Everything else follows from this: validation, the response to visitors, the
 * editor's form, and missing translations.
 */

/** `line`, `lines` and `html` are translated; `plain` is the same in all languages (for example a phone number). */
export type FieldKind = 'line' | 'lines' | 'html' | 'plain' | 'link' | 'picture' | 'flag' | 'count'
export type Shape = { readonly [field: string]: FieldKind | readonly [Shape] | { readonly choice: readonly string[] } }

export const sectionShapes = {
  /** The current edition, its next deadline, and one button. */
  hero: { title: 'line', lead: 'lines', who: 'line' },
  /** The banners. */
  carousel: { title: 'line' },
  /** Live counts of the contest, and additional figures of the organisers. */
  figures: { title: 'line', live: 'flag', items: [{ label: 'line', value: 'plain' }] },
  cards: {
    title: 'line',
    lead: 'lines',
    numbered: 'flag',
    items: [{ title: 'line', text: 'lines', href: 'link' }],
  },
  gallery: { title: 'line', lead: 'lines', items: [{ picture: 'picture', caption: 'line' }] },
  imageText: {
    title: 'line',
    text: 'html',
    picture: 'picture',
    alt: 'line',
    side: { choice: ['left', 'right'] },
  },
  timeline: { title: 'line', lead: 'lines', items: [{ when: 'line', title: 'line', text: 'lines' }] },
  people: {
    title: 'line',
    lead: 'lines',
    items: [{ name: 'line', role: 'line', organisation: 'line', photo: 'picture' }],
  },
  /** The partners, of one role or all. */
  logos: { title: 'line', lead: 'lines', role: { choice: ['all', 'host', 'organiser', 'partner', 'media'] } },
  faq: { title: 'line', lead: 'lines', items: [{ question: 'line', answer: 'html' }] },
  contact: {
    title: 'line',
    lead: 'lines',
    address: 'lines',
    hours: 'lines',
    people: [{ name: 'line', role: 'line', phone: 'plain', email: 'plain' }],
    /** Shows the contact form. */
    form: 'flag',
  },
  richText: { title: 'line', text: 'html' },
  newsList: { title: 'line', most: 'count' },
  activityList: { title: 'line', lead: 'lines' },
  /** The schedule of the current edition. */
  schedule: { title: 'line', lead: 'lines' },
  /** The rules of each activity. */
  activityRules: { title: 'line', lead: 'lines' },
  materialList: { title: 'line', lead: 'lines', category: { choice: materialCategories }, most: 'count' },
  /** Results that are announced or on public notice, the newest first. */
  resultList: { title: 'line', lead: 'lines', most: 'count' },
  /** Awarded works that visitors can watch. */
  workList: { title: 'line', lead: 'lines', most: 'count' },
  /** An agreement in force; it has versions of its own. */
  document: { document: { choice: agreementNames } },
  /** The site's main links, and its footer, as sections. */
  siteMenu: { title: 'line' },
  siteFooter: { title: 'line' },
} as const satisfies Record<string, Shape>

const blanks: Record<FieldKind, unknown> = {
  line: {},
  lines: {},
  html: {},
  plain: '',
  link: '',
  picture: null,
  flag: false,
  count: 6,
}

/** An empty section, or an empty item of its lists: no text, and the first option of every choice. */
export const blankOf = (shape: Shape): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(shape).map(([field, kind]) => {
      if (typeof kind === 'string') return [field, blanks[kind]]
      return [field, 'choice' in kind ? kind.choice[0] : []]
    }),
  )

export type SectionType = keyof typeof sectionShapes
export const sectionTypes = Object.keys(sectionShapes) as [SectionType, ...SectionType[]]

/** Pages that consist of sections, with the blocks that have their own address. */
export const pageBlocks = {
  Home: ['Nav3', 'Banner5', 'Banner1', 'Feature6', 'Content5', 'Content4', 'Content12', 'Footer0'],
  About: ['Feature1', 'Feature2', 'Feature3', 'Feature4', 'Feature5', 'Feature6', 'Feature7', 'Feature8', 'Contact0'],
  Contact: [],
  Contact_bac: ['Contact0', 'Feature100'],
  Note: ['Feature1', 'Feature20', 'Feature21', 'Feature22', 'Feature23', 'Contact0'],
  MATE: ['Feature50', 'Feature51'],
  Rules: [],
  Welcome: [],
  Privacy: [],
  Terms: [],
} as const satisfies Record<string, readonly string[]>
export type PageName = keyof typeof pageBlocks
export const pageNames = Object.keys(pageBlocks) as [PageName, ...PageName[]]
