import type { Institution, ShownInstitution } from '@lectern/contract/institutions/institutions.ts'
import { localize, type LocalizedText } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { InstitutionRow } from '../queries.ts'
import type { ListedInstitution } from './directory-queries.ts'

export const presentInstitution = (row: ListedInstitution & { teams: number }): Institution => ({
  id: row.id,
  kind: row.kind,
  code: row.code,
  name: row.name,
  parentId: row.parentId,
  parentName: row.parentName,
  state: row.state,
  mergedInto: row.mergedInto,
  aliases: row.aliases,
  below: row.below,
  people: row.people,
  teams: row.teams,
  officers: row.officers,
  version: row.version,
})

type Shown = Pick<InstitutionRow, 'id' | 'kind' | 'name'> & { parentName: LocalizedText | null }

/** As people choose it and see it, in their language. */
export const presentShown = ({ locale }: Ctx, { id, kind, name, parentName }: Shown): ShownInstitution => ({
  id,
  kind,
  name: localize(name, locale).text,
  parent: parentName && localize(parentName, locale).text,
})
