import type { ExpertField } from '@lectern/contract/experts/expert-values.ts'
import type { Expert, ExpertContent } from '@lectern/contract/experts/experts.ts'
import type { AccountId, FileId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { withoutBlanks } from '../../admin-ui/without-blanks.ts'

export interface ExpertFields {
  name: LocalizedText
  title: LocalizedText
  school: LocalizedText
  bio: LocalizedText
  fields: ExpertField[]
  photo: FileId | null
  accountId: AccountId | null
}

const nothing: ExpertFields = { name: {}, title: {}, school: {}, bio: {}, fields: [], photo: null, accountId: null }

/** Form values of a former version, or of a new expert. */
export const fieldsOfVersion = (content: Partial<ExpertContent>): ExpertFields => ({
  name: content.name ?? nothing.name,
  title: content.title ?? nothing.title,
  school: content.school ?? nothing.school,
  bio: content.bio ?? nothing.bio,
  fields: content.fields ?? nothing.fields,
  photo: content.photo ?? null,
  accountId: content.accountId ?? null,
})

export const fieldsOf = (expert: Expert | undefined): ExpertFields =>
  expert ? fieldsOfVersion({ ...expert, accountId: expert.account?.uid ?? null }) : nothing

export const contentOf = ({ photo, accountId, ...fields }: ExpertFields): ExpertContent => ({
  ...withoutBlanks(fields),
  photo: photo ?? null,
  accountId: accountId ?? null,
})
