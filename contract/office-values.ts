/** What the office's own search finds. */
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

/** What stands between a new site and the first team, in the order in which it is done. */
export const firstSteps = [
  'begin',
  'title',
  'mail',
  'secondFactor',
  'edition',
  'activity',
  'phases',
  'pages',
  'publish',
] as const
export type FirstStep = (typeof firstSteps)[number]

/** What of the demo's content stays when it becomes a real site: all of it, its pages alone, or none. What organisers have written always stays. */
export const keptContents = ['none', 'pages', 'keep'] as const
export type KeptContent = (typeof keptContents)[number]

/** Kinds of content that the demo brings. */
export const demoKinds = ['page', 'edition', 'activity', 'banner', 'article', 'material', 'expert', 'partner'] as const
export type DemoKind = (typeof demoKinds)[number]

/** Counting stops here: a menu shows `99+` beyond 99. */
export const maxCounted = 100

/** Whether somebody has typed a name to confirm what cannot be undone; case and width of letters make no difference. */
export const isSameName = (typed: string, name: string): boolean => {
  const fold = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
  return fold(typed) === fold(name)
}
