import type { SectionType } from '@lectern/contract/section-shapes.ts'

/** Kinds of sections by where what they show comes from: from the section itself, from elsewhere in the office, from the site. */
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
    'logos',
    'document',
  ],
  site: ['siteMenu', 'siteFooter'],
} as const satisfies Record<string, readonly SectionType[]>
