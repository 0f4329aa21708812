import { createHash } from 'node:crypto'
import { canonicalJson, type CanonicalValue } from '@lectern/contract/canonical-json.ts'
import type { Declaration, WorkRules } from '@lectern/contract/works/work-rules.ts'
import { nameOf, type TeamView } from '../../teams/service.ts'
import { changedParts, readManifest, writeManifest } from './manifest.ts'
import type { WorkView } from '../policy.ts'
import type { CertificateName } from '../tables.ts'

const sha256 = (value: CanonicalValue): string => createHash('sha256').update(canonicalJson(value)).digest('hex')

/** Identifies the wording that somebody agreed to. */
export const declarationHash = ({ text }: Pick<Declaration, 'text'>): string => sha256(text)

/** Identifies the rules that a submission was checked by. */
export const rulesHash = (rules: WorkRules): string => sha256(JSON.parse(JSON.stringify(rules)) as CanonicalValue)

/** Everybody in the team, as their profiles name them: a start for the names on certificates. Deleted accounts have none. */
export const usualNames = ({ members }: Pick<TeamView, 'members'>): CertificateName[] =>
  members.flatMap(({ role, account }) =>
    account.status === 'deleted' ? [] : [{ uid: account.id, role, name: nameOf(account) }],
  )

/** Names that were confirmed for exactly the people who are in the team now. */
export const confirmedNames = ({ work, team }: Pick<WorkView, 'work' | 'team'>): CertificateName[] | undefined => {
  const { names } = work
  if (!names) return undefined
  const people = (list: readonly { uid: string; role: string }[]): string =>
    list
      .map(({ uid, role }) => `${uid} ${role}`)
      .toSorted()
      .join()
  return people(names) === people(usualNames(team)) ? names : undefined
}

/** The names to show: as confirmed, and for people without one as in their profile. */
export const shownNames = ({ work, team }: Pick<WorkView, 'work' | 'team'>): CertificateName[] =>
  usualNames(team).map((usual) => {
    const choice = work.names?.find(({ uid }) => uid === usual.uid)
    return choice ? { ...usual, name: choice.name } : usual
  })

/** Declarations whose current wording was agreed to. */
export const agreedDeclarations = ({ work, team }: Pick<WorkView, 'work' | 'team'>): Declaration[] =>
  team.activity.workRules.declarations.filter(
    (declaration) => work.agreed[declaration.id] === declarationHash(declaration),
  )

interface Sealed {
  number: number
  submittedAt: Date
  previousHash: Buffer | null
}

/** The manifest of what is prepared now. */
export const manifestOf = ({ work, team, files }: WorkView, { number, submittedAt, previousHash }: Sealed): string => {
  const { activity } = team
  return writeManifest({
    workId: work.id,
    number,
    submittedAt,
    timeZone: activity.edition.timeZone,
    enrolmentNumber: team.enrolment?.number ?? '',
    activity: { code: activity.code, name: activity.name },
    team: team.name,
    title: work.title.trim(),
    summary: work.summary.trim(),
    parts: activity.workRules.parts.map(({ id, kind, label }) => ({
      id,
      kind,
      label,
      text: work.values[id]?.trim() || null,
      files: files
        .filter(({ part }) => part === id)
        .map((file) => ({
          id: file.id,
          name: file.name,
          size: file.size,
          sha256: file.sha256!.toString('hex'),
          type: file.type,
          facts: file.facts,
        })),
    })),
    rulesHash: rulesHash(activity.workRules),
    declarations: agreedDeclarations({ work, team }).map((declaration) => ({
      ...declaration,
      hash: declarationHash(declaration),
    })),
    names: shownNames({ work, team }),
    previousHash,
  })
}

/** What differs from the last submission: `title`, `summary`, `names`, ids of parts. Everything, if there is none. */
export const changesSince = (view: WorkView, manifest: string | undefined): string[] => {
  const next = readManifest(manifestOf(view, { number: 1, submittedAt: new Date(0), previousHash: null }))
  return changedParts(manifest === undefined ? undefined : readManifest(manifest), next)
}
