import type { ActivityContent, ActivitySource } from '@lectern/contract/competition/activities.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { WorkRules } from '@lectern/contract/works/work-rules.ts'
import { withoutBlanks } from '../../admin-ui/without-blanks.ts'
import { fieldOf, type Question } from './question.ts'
import { rulesFieldsOf, rulesOf, type RulesFields } from './work-fields.ts'

export interface ActivityFields {
  code: string
  name: LocalizedText
  group: LocalizedText
  summary: LocalizedText
  body: LocalizedText
  requirements: LocalizedText
  rules: LocalizedText
  cover: FileId | null
  teamMin: number | null
  teamMax: number | null
  advisorsMax: number | null
  capacity: number | null
  waitingList: boolean
  fields: Question[]
  workRules: RulesFields
}

const nothing: ActivityFields = {
  code: '',
  name: {},
  group: {},
  summary: {},
  body: {},
  requirements: {},
  rules: {},
  cover: null,
  teamMin: 1,
  teamMax: 5,
  advisorsMax: 2,
  capacity: null,
  waitingList: false,
  fields: [],
  workRules: rulesFieldsOf(undefined),
}

const names = Object.keys(nothing) as (keyof ActivityFields)[]

type Stored = Partial<Omit<ActivityFields, 'workRules'> & { workRules: WorkRules }>

/** Form values of a former version, or of a new activity. */
export const fieldsOfVersion = (content: Stored): ActivityFields => ({
  ...(Object.fromEntries(names.map((name) => [name, content[name] ?? nothing[name]])) as unknown as ActivityFields),
  workRules: rulesFieldsOf(content.workRules),
})

export const fieldsOf = (activity: ActivitySource | undefined): ActivityFields =>
  activity ? fieldsOfVersion(activity as Stored) : nothing

export const contentOf = ({ cover, capacity, fields, workRules, ...rest }: ActivityFields): ActivityContent => ({
  // The server reports an empty number at its field.
  ...(withoutBlanks(rest) as Omit<ActivityContent, 'cover' | 'capacity' | 'fields' | 'workRules'>),
  code: rest.code.trim().toUpperCase(),
  cover: cover ?? null,
  capacity: capacity ?? null,
  fields: fields.map(fieldOf),
  workRules: rulesOf(workRules),
})
