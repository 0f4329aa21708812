import type { SectionType } from '@lectern/contract/pages/section-shapes.ts'

/** Section types by the source of their content: the section itself, other parts of the office, or the site. */
export const typeGroups = {
  written: ['richText', 'imageText', 'cards', 'timeline', 'people', 'gallery', 'faq', 'contact'],
  live: [
    'hero',
    'carousel',
    'figures',
    'activityList',
    'schedule',
    'activityRules',
    'newsList',
    'materialList',
    'resultList',
    'workList',
    'logos',
    'document',
  ],
  site: ['siteMenu', 'siteFooter'],
} as const satisfies Record<string, readonly SectionType[]>
