import type { RevisionId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { RevisionKind } from '@lectern/contract/revisions/revision-kinds.ts'
import { revision } from '../../features/revisions/tables.ts'
import type { Database } from '../../platform/database/connect.ts'
import { newId } from '../../platform/ids.ts'
import { stampLanguages } from '../../platform/language-stamps.ts'

interface Kind<Id, Name> {
  kind: RevisionKind
  makeId: (at: Date) => Id
  /** Localized texts. */
  texts: readonly Name[]
}

/** Content rows with timestamps, and their first revisions, so that organisers can restore them. */
export const firstVersions = async <
  Id extends string,
  Name extends string,
  Content extends Record<Name, LocalizedText>,
>(
  db: Database,
  { kind, makeId, texts }: Kind<Id, Name>,
  contents: readonly Content[],
  /** One for all, or one for each. */
  at: Date | ((index: number) => Date),
) => {
  const rows = contents.map((content, index) => {
    const moment = at instanceof Date ? at : at(index)
    const values = texts.map((name) => content[name])
    return {
      ...content,
      id: makeId(moment),
      version: 1,
      written: stampLanguages({}, [], values, moment),
      createdAt: moment,
      updatedAt: moment,
    }
  })
  await db.insert(revision).values(
    rows.map(({ id, createdAt }, index) => ({
      id: newId<RevisionId>(createdAt),
      subjectKind: kind,
      subjectId: id,
      number: 1,
      content: contents[index]!,
      at: createdAt,
    })),
  )
  return rows
}

/** In the order of the list. */
export const inOrder = <Row extends object>(rows: readonly Row[]): (Row & { position: number })[] =>
  rows.map((row, index) => ({ ...row, position: index + 1 }))
