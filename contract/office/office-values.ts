/** Kinds of hits in the office search. */
export const officeHitKinds = [
  'enrolment',
  'work',
  'team',
  'member',
  'activity',
  'article',
  'material',
  'expert',
] as const
export type OfficeHitKind = (typeof officeHitKinds)[number]

/**
 * Setup steps of a new site, from the first day to the first certificates, in order. `institutions` and `officers` are
 * steps of contests whose institutions recommend.
 */
export const firstSteps = [
  'begin',
  'title',
  'mail',
  'secondFactor',
  'edition',
  'activity',
  'phases',
  'institutions',
  'officers',
  'pages',
  'publish',
  'review',
  'prizes',
  'certificates',
] as const
export type FirstStep = (typeof firstSteps)[number]

/**
 * Which demo content is kept when the demo becomes a real site: all, only pages, or none. Content that organisers have
 * changed is always kept.
 */
export const keptContents = ['none', 'pages', 'keep'] as const
export type KeptContent = (typeof keptContents)[number]

/** Kinds of content in the demo. */
export const demoKinds = ['page', 'edition', 'activity', 'banner', 'article', 'material', 'expert', 'partner'] as const
export type DemoKind = (typeof demoKinds)[number]

/** Max count: the menu shows `99+` above 99. */
export const maxCounted = 100

/** Compares the name that was typed for confirmation; ignores case and character width. */
export const isSameName = (typed: string, name: string): boolean => {
  const fold = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
  return fold(typed) === fold(name)
}
