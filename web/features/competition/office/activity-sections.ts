/** The parts of the editor, in the order in which one writes them. */
export const activitySections = ['basics', 'limits', 'about', 'terms', 'form', 'work'] as const
export type ActivitySection = (typeof activitySections)[number]

const fields: Record<Exclude<ActivitySection, 'basics'>, readonly string[]> = {
  limits: ['teamMin', 'teamMax', 'advisorsMax', 'capacity', 'waitingList'],
  about: ['body'],
  terms: ['requirements', 'rules'],
  form: ['fields'],
  work: ['workRules'],
}

/** The section that a field stands in, by the field's path. */
export const sectionOf = (path: string): ActivitySection => {
  const [name = ''] = path.split('.')
  const sections = Object.keys(fields) as (keyof typeof fields)[]
  return sections.find((section) => fields[section].includes(name)) ?? 'basics'
}
