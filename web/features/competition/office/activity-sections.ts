/** Sections of the editor, in order. */
export const activitySections = ['basics', 'limits', 'about', 'terms', 'form', 'work'] as const
export type ActivitySection = (typeof activitySections)[number]

const fields: Record<Exclude<ActivitySection, 'basics'>, readonly string[]> = {
  limits: ['teamMin', 'teamMax', 'advisorsMax', 'capacity', 'waitingList'],
  about: ['body'],
  terms: ['requirements', 'rules'],
  form: ['fields'],
  work: ['workRules'],
}

/** The section of a field, by its path. */
export const sectionOf = (path: string): ActivitySection => {
  const [name = ''] = path.split('.')
  const sections = Object.keys(fields) as (keyof typeof fields)[]
  return sections.find((section) => fields[section].includes(name)) ?? 'basics'
}
