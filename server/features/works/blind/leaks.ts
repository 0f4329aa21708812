import { setImmediate as turn } from 'node:timers/promises'
import { isFilePart, type LeakJudgement, type LeakKind } from '@lectern/contract/works/work-values.ts'
import type { AccountId, FileId, LeakId, WorkId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, eq, inArray, isNull } from '../../../platform/database/drizzle.ts'
import { newId } from '../../../platform/ids.ts'
import type { PlacedText } from '../../../platform/media/documents.ts'
import { account } from '../../accounts/tables.ts'
import { namesOfInstitutions } from '../../institutions/service.ts'
import { team, teamMember } from '../../teams/tables.ts'
import { findMarked, type InspectedFile, type MarkedWork } from '../checks/inspection-queries.ts'
import { withoutBlankedWords } from './blanked-texts.ts'
import { scanForLeaks, type Identity, type LeakHit } from './leak-scan.ts'
import { refreshWorkMarks } from '../submission/marks.ts'
import { isBlindPart } from '../submission/part-rules.ts'
import { leak, type LeakPlace } from '../tables.ts'

type Hit = Omit<LeakHit<LeakPlace>, 'kind'> & { kind: LeakKind }
type Text = { place: LeakPlace; text: string }

/** More would help nobody who looks through them. */
const maxHits = 100

/** Long texts are scanned in pieces, so that others get their turn; a name at the end of one is in the next, too. */
const pieceCharacters = 20_000
const overlapCharacters = 200

const piecesOf = ({ place, text }: Text): Text[] => {
  const pieces: Text[] = []
  for (let at = 0; at < text.length; at += pieceCharacters)
    pieces.push({ place, text: text.slice(at, at + pieceCharacters + overlapCharacters) })
  return pieces
}

const sameKey = ({ kind, value, place, context }: Pick<Hit, 'kind' | 'value' | 'place' | 'context'>): string =>
  JSON.stringify([kind, value, Object.entries(place).toSorted(), context])

const distinct = (hits: readonly Hit[]): Hit[] => [...new Map(hits.map((hit) => [sameKey(hit), hit])).values()]

/** Who is in a team, as texts would name them. */
const identitiesOf = async (
  db: Database,
  { teamId, names }: Pick<MarkedWork, 'teamId' | 'names'>,
): Promise<Identity[]> => {
  const people = await db
    .select({
      name: account.realName,
      school: account.school,
      institutionId: account.institutionId,
      email: account.email,
      phone: account.phone,
    })
    .from(teamMember)
    .innerJoin(account, eq(account.id, teamMember.accountId))
    .where(eq(teamMember.teamId, teamId))
  const [row] = await db
    .select({ name: team.name, institutionId: team.institutionId })
    .from(team)
    .where(eq(team.id, teamId))
  const institutions = await namesOfInstitutions(db, [
    row?.institutionId ?? null,
    ...people.map(({ institutionId }) => institutionId),
  ])
  const of = (kind: Identity['kind'], values: readonly (string | null | undefined)[]): Identity[] =>
    [...new Set(values)].flatMap((value) => (value ? [{ kind, value }] : []))
  return [
    ...of('name', [...people.map(({ name }) => name), ...(names ?? []).map(({ name }) => name)]),
    ...of('school', [...people.map(({ school }) => school), ...institutions]),
    ...of(
      'email',
      people.map(({ email }) => email),
    ),
    ...of(
      'phone',
      people.map(({ phone }) => phone),
    ),
    ...of('team', [row?.name]),
  ]
}

/** Where a file that experts get may reveal its team; they never learn its name. Reads only: `replaceLeaks` stores it. */
export const scanFile = async (
  { db }: Pick<Ctx, 'db'>,
  { workId }: Pick<InspectedFile, 'workId'>,
  texts: readonly PlacedText[],
): Promise<Hit[]> => {
  const marked = await findMarked(db, workId)
  if (!marked) return []
  const identities = await identitiesOf(db, marked)
  const hits: Hit[] = []
  for (const piece of texts.flatMap(piecesOf)) {
    if (hits.length >= maxHits) break
    hits.push(...scanForLeaks([piece], identities))
    await turn()
  }
  return distinct(hits).slice(0, maxHits)
}

/**
 * Replaces the leaks of a file, or of what was typed. Those that are found again keep their judgement. What a redacted
 * copy has settled stays on record, and what is still in it is open again.
 */
export const replaceLeaks = async (
  { db, now }: Ctx,
  { workId, fileId, isRedacted = false }: { workId: WorkId; fileId: FileId | null; isRedacted?: boolean },
  hits: readonly Hit[],
): Promise<void> => {
  const storedLeaks = await db
    .select()
    .from(leak)
    .where(and(eq(leak.workId, workId), fileId === null ? isNull(leak.fileId) : eq(leak.fileId, fileId)))
  const hitKeys = new Set(hits.map(sameKey))
  const isOnRecord = ({ judgement }: { judgement: LeakJudgement }): boolean => isRedacted && judgement === 'redacted'
  const gone = storedLeaks.filter((row) => !hitKeys.has(sameKey(row)) && !isOnRecord(row)).map(({ id }) => id)
  const reopened = storedLeaks.filter((row) => hitKeys.has(sameKey(row)) && isOnRecord(row)).map(({ id }) => id)
  if (reopened.length > 0)
    await db.update(leak).set({ judgement: 'open', judgedBy: null, judgedAt: null }).where(inArray(leak.id, reopened))
  if (gone.length > 0) await db.delete(leak).where(inArray(leak.id, gone))
  const stored = new Set(storedLeaks.map(sameKey))
  const fresh = hits.flatMap((hit, position) => (stored.has(sameKey(hit)) ? [] : [{ ...hit, position }]))
  if (fresh.length === 0) return
  await db.insert(leak).values(fresh.map((hit) => ({ id: newId<LeakId>(now), workId, fileId, ...hit, foundAt: now })))
}

/** What experts read of a work besides files. */
export const typedTexts = ({
  title,
  summary,
  values,
  rules,
}: Pick<MarkedWork, 'title' | 'summary' | 'values' | 'rules'>): Text[] => [
  { place: { kind: 'title' }, text: title },
  { place: { kind: 'summary' }, text: summary },
  ...rules.parts.flatMap((part): Text[] =>
    isFilePart(part.kind) || !isBlindPart(rules, part.id)
      ? []
      : [{ place: { kind: 'value', part: part.id }, text: values[part.id] ?? '' }],
  ),
]

/** Addresses that experts get: the pages behind them may name anybody. */
const linksIn = ({ values, rules }: MarkedWork): Hit[] =>
  rules.parts.flatMap(({ id, kind }): Hit[] => {
    const value = values[id]?.trim() ?? ''
    if (kind !== 'link' || value === '' || !isBlindPart(rules, id)) return []
    return [{ kind: 'link', value, place: { kind: 'value', part: id }, context: value }]
  })

/** Scans what the team has typed, and refreshes the marks of the work. Requires a transaction that has locked it. */
export const rescanTyped = async (ctx: Ctx, workId: WorkId): Promise<void> => {
  const marked = await findMarked(ctx.db, workId)
  if (!marked) return
  const identities = marked.rules.blind ? await identitiesOf(ctx.db, marked) : []
  // What experts do not read any more reveals nobody.
  const texts = await withoutBlankedWords(ctx.db, workId, typedTexts(marked))
  const hits: Hit[] = [...scanForLeaks<LeakPlace>(texts, identities), ...linksIn(marked)]
  await replaceLeaks(ctx, { workId, fileId: null }, distinct(hits).slice(0, maxHits))
  await refreshWorkMarks(ctx, workId)
}

/** Open leaks of a file are settled by a redacted copy. */
export const settleLeaks = async ({ db, now }: Ctx, fileId: FileId, judgedBy: AccountId): Promise<void> => {
  await db
    .update(leak)
    .set({ judgement: 'redacted', judgedBy, judgedAt: now })
    .where(and(eq(leak.fileId, fileId), eq(leak.judgement, 'open')))
}
