import type { RevisionId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { RevisionKind } from '@lectern/contract/revision-kinds.ts'
import { revision } from '../../features/revisions/tables.ts'
import type { Database } from '../../platform/database/connect.ts'
import { newId } from '../../platform/ids.ts'
import { stampLanguages } from '../../platform/written.ts'

interface Kind<Id, Name> {
  kind: RevisionKind
  makeId: (at: Date) => Id
  /** What is written in languages. */
  texts: readonly Name[]
}

/** Contents as rows that were written down at a moment; each first version is kept, should organisers want it back. */
export const firstVersions = async <
  Id extends string,
  Name extends string,
  Content extends Record<Name, LocalizedText>,
>(
  db: Database,
  { kind, makeId, texts }: Kind<Id, Name>,
  contents: readonly Content[],
  at: Date,
) => {
  const rows = contents.map((content) => ({
    ...content,
    id: makeId(at),
    version: 1,
    written: stampLanguages(
      {},
      [],
      texts.map((name) => content[name]),
      at,
    ),
    createdAt: at,
    updatedAt: at,
  }))
  await db.insert(revision).values(
    rows.map(({ id }, index) => ({
      id: newId<RevisionId>(at),
      subjectKind: kind,
      subjectId: id,
      number: 1,
      content: contents[index]!,
      at,
    })),
  )
  return rows
}

/** In the order of the list. */
export const inOrder = <Row extends object>(rows: readonly Row[]): (Row & { position: number })[] =>
  rows.map((row, index) => ({ ...row, position: index + 1 }))
