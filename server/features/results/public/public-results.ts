import type { AnswerOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { ResultListId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { PublicResultRow } from '@lectern/contract/results/public-results.ts'
import type * as contract from '@lectern/contract/results/public-results.ts'
import { joinList } from '@lectern/contract/lists.ts'
import type { CorrectedField, PublicColumn } from '@lectern/contract/results/result-values.ts'
import { fingerprintRecipes } from '../ranking/fingerprint-recipes.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import { t } from '../../../platform/messages.ts'
import { findEdition } from '../../enrolments/service.ts'
import { publicPartsOf } from './gallery-rules.ts'
import { countShown, hasShown } from './gallery-queries.ts'
import { fingerprintVersionOf } from '../lists/fingerprint.ts'
import { isPublic, wherePublic } from '../policy.ts'
import { presentGroup, presentPrize, presentProvince } from '../present.ts'
import {
  awardPage,
  countAwards,
  countErased,
  findPublicList,
  listsInForce,
  listsInPublicity,
  newerVersion,
  titlesIn,
  type AwardFilter,
  type AwardRow,
  type PublicList,
  type PublicListRow,
} from './public-queries.ts'

type Shown = 'publicity' | 'results'

/** A list that visitors may read now; otherwise it does not exist. */
export const requirePublicList = async (ctx: Ctx, id: ResultListId, what: Shown): Promise<PublicList> => {
  const list = await findPublicList(ctx.db, id)
  if (!list || !isPublic(list, what, ctx.now)) throw fail('result.notFound')
  return list
}

const activityOf = ({ locale }: Ctx, { activityId, activityName }: PublicListRow) => ({
  id: activityId,
  name: localize(activityName, locale).text,
})

const editionOf = ({ locale }: Ctx, { editionId, year, editionName }: PublicListRow) => ({
  id: editionId,
  year,
  name: localize(editionName, locale).text,
})

const awardedIn = ({ totals }: Pick<PublicListRow, 'totals'>): number =>
  totals.prizes.reduce((sum, { awarded }) => sum + awarded, 0)

export const listPublicResults = async (ctx: Ctx): Promise<AnswerOf<typeof contract.listPublicResults>> => {
  const { db, now } = ctx
  const lists = await listsInForce(db, now)
  const works = await countShown(db, lists)
  const editions = [...Map.groupBy(lists, ({ editionId }) => editionId).values()].map((own) => ({
    ...editionOf(ctx, own[0]!),
    lists: own.map((list) => ({
      id: list.id,
      activity: activityOf(ctx, list),
      version: list.publicVersion!,
      announcedAt: list.announcedAt!.toISOString(),
      awarded: awardedIn(list),
      works: works.get(list.id) ?? 0,
    })),
  }))
  const publicity = await listsInPublicity(db, now)
  return {
    editions,
    publicity: publicity.map((list) => ({
      id: list.id,
      activity: activityOf(ctx, list),
      edition: editionOf(ctx, list),
      version: list.publicVersion!,
      publicisedAt: list.publicisedAt!.toISOString(),
      until: list.publicityUntil!.toISOString(),
    })),
    timeZone: (await findEdition(ctx, undefined)).edition?.timeZone ?? lists[0]?.timeZone ?? 'Asia/Shanghai',
    now: now.toISOString(),
  }
}

/** What visitors see of a work: the columns that the rules show. */
export const presentAward = ({ locale }: Pick<Ctx, 'locale'>, list: PublicListRow, row: AwardRow): PublicResultRow => {
  const isShown = (column: PublicColumn): boolean => list.rules.publicColumns.includes(column)
  const ifShown = <Value>(column: PublicColumn, value: Value): Value | null => (isShown(column) ? value : null)
  const peopleOf = (column: 'people' | 'advisors') =>
    isShown(column)
      ? row.people
          .filter(({ role, name }) => (role === 'advisor') === (column === 'advisors') && name !== '')
          .map(({ name, role }) => ({ name, role }))
      : []
  return {
    prize: isShown('prize') && row.prize !== null ? presentPrize(locale, list.rules, row.prize) : null,
    group: presentGroup(locale, list, row.group),
    rank: ifShown('rank', row.rank),
    score: ifShown('score', row.score),
    number: ifShown('number', row.number),
    title: ifShown('title', row.title),
    team: ifShown('team', row.team),
    people: peopleOf('people'),
    advisors: peopleOf('advisors'),
    school: ifShown('school', row.school),
    province: ifShown('province', presentProvince(locale, row.province)),
    adjustmentReason: row.adjustmentReason,
    work: null,
  }
}

/** Nobody finds out by filtering what is not shown. */
const allowedFilter = ({ rules }: PublicList, filter: AwardFilter): AwardFilter => {
  const { publicColumns } = rules
  const { search, group } = filter
  return {
    group,
    search,
    ...(publicColumns.includes('prize') && { prize: filter.prize }),
    ...(publicColumns.includes('province') && { province: filter.province }),
    ...(publicColumns.includes('school') && { school: filter.school }),
  }
}

/** Totals that are stored with the list are not counted again. */
const totalOf = async ({ db }: Ctx, list: PublicList, filter: AwardFilter): Promise<number> => {
  const { prize, group, ...others } = filter
  if (Object.values(others).some((value) => value !== undefined)) return countAwards(db, list.id, filter)
  return list.totals.prizes
    .filter((one) => (prize === undefined || one.prize === prize) && (group === undefined || one.group === group))
    .reduce((sum, { awarded }) => sum + awarded, 0)
}

/** How many changes are shown; the office has all of them. */
const maxChanges = 200

/** Names are those of members and of advisors. */
const isShown = (columns: readonly PublicColumn[], field: CorrectedField): boolean =>
  columns.includes(field) || (field === 'people' && columns.includes('advisors'))

/** What the fingerprint proves, in words. */
const presentProof = (locale: Locale, version: 1 | 2, erased: number) => ({
  fingerprint: t(locale, version === 1 ? 'sheet.results.proof.first' : 'sheet.results.proof.about'),
  text: [
    t(locale, 'sheet.results.proof.text'),
    ...(erased > 0 ? [t(locale, 'sheet.results.proof.erased', { count: erased })] : []),
  ],
  computation: t(locale, 'sheet.results.proof.recompute'),
})

/** How the list differs from the version before, as far as visitors may know. */
const presentChanges = async ({ db, locale }: Ctx, list: PublicList) => {
  const { publicColumns } = list.rules
  const changes = (list.difference ?? [])
    .filter(({ before, after }) => (before?.prize ?? null) !== null || (after?.prize ?? null) !== null)
    .map((change) => ({ ...change, fields: change.fields?.filter((field) => isShown(publicColumns, field)) }))
    .filter(({ before, after, fields }) =>
      fields
        ? fields.length > 0
        : publicColumns.includes('prize') &&
          (before?.prize !== after?.prize || (publicColumns.includes('rank') && before?.rank !== after?.rank)),
    )
    .slice(0, maxChanges)
  if (changes.length === 0) return []
  const numbers = changes.map(({ number }) => number)
  const titles = publicColumns.includes('title')
    ? new Map([
        ...(list.previousId ? await titlesIn(db, list.previousId, numbers) : []),
        ...(await titlesIn(db, list.id, numbers)),
      ])
    : new Map<string, string>()
  const prizeOf = (id: string | null | undefined) =>
    id && publicColumns.includes('prize') ? presentPrize(locale, list.rules, id) : null
  const fieldNames = (fields: readonly CorrectedField[]): string =>
    joinList(
      locale,
      fields.map((field) => t(locale, `sheet.results.corrected.${field}`)),
    )
  const rankOf = (rank: number | null | undefined) => (publicColumns.includes('rank') ? (rank ?? null) : null)
  return changes.map(({ number, kind, before, after, fields }) => ({
    kind,
    name: titles.get(number) ?? (publicColumns.includes('number') ? number : ''),
    before: prizeOf(before?.prize),
    after: prizeOf(after?.prize),
    rankBefore: rankOf(before?.rank),
    rankAfter: rankOf(after?.rank),
    corrected: fields ? fieldNames(fields) : null,
  }))
}

type Asked = QueryOf<typeof contract.readPublicResult>

const readList = async (ctx: Ctx, list: PublicList, { page, pageSize, ...filters }: Asked, what: Shown) => {
  const { db, locale, now } = ctx
  const filter = allowedFilter(list, filters)
  const rows = await awardPage(db, list.id, filter, { page, pageSize })
  const { publicColumns, tiers } = list.rules
  const groups = list.totals.groups.flatMap(({ group }) => presentGroup(locale, list, group) ?? [])
  const isSupersededAt = await newerVersion(db, list, wherePublic(what, now))
  const before = list.previousId ? await findPublicList(db, list.previousId) : undefined
  const awardedOf = (id: string): number =>
    list.totals.prizes.filter(({ prize }) => prize === id).reduce((sum, { awarded }) => sum + awarded, 0)
  const version = fingerprintVersionOf(list)
  const erased = await countErased(db, list.id)
  return {
    rows,
    shown: {
      total: await totalOf(ctx, list, filter),
      page,
      pageSize,
      id: list.id,
      activity: activityOf(ctx, list),
      edition: editionOf(ctx, list),
      timeZone: list.timeZone,
      version: list.publicVersion!,
      columns: publicColumns,
      prizes: publicColumns.includes('prize')
        ? tiers.map(({ id }) => ({ ...presentPrize(locale, list.rules, id), awarded: awardedOf(id) }))
        : [],
      groups,
      provinces: publicColumns.includes('province')
        ? list.totals.provinces.map((id) => ({ id, label: presentProvince(locale, id)! }))
        : [],
      fingerprint: (list.fingerprint ?? list.rowsHash).toString('hex'),
      fingerprintVersion: version,
      erased,
      proof: presentProof(locale, version, erased),
      recipes: version === 1 ? [] : [...fingerprintRecipes],
      rowsHash: list.rowsHash.toString('hex'),
      inputHash: list.inputHash.toString('hex'),
      rulesHash: list.rulesHash.toString('hex'),
      reason: list.previousId ? list.reason : null,
      changes: await presentChanges(ctx, list),
      previous: before && isPublic(before, what, now) ? before.id : null,
      supersededBy: isSupersededAt,
      now: now.toISOString(),
    },
  }
}

export const readPublicResult = async (
  ctx: Ctx,
  id: ResultListId,
  query: Asked,
): Promise<AnswerOf<typeof contract.readPublicResult>> => {
  const list = await requirePublicList(ctx, id, 'results')
  const { rows, shown } = await readList(ctx, list, query, 'results')
  const parts = publicPartsOf(list.workRules)
  // Only the version in force has works in the gallery.
  const isInGallery = ({ isLicensed, parts: own }: AwardRow): boolean =>
    shown.supersededBy === null && isLicensed && own.some((part) => parts.has(part))
  return {
    ...shown,
    list: rows.map((row) => ({ ...presentAward(ctx, list, row), work: isInGallery(row) ? row.work : null })),
    announcedAt: list.announcedAt!.toISOString(),
    hasGallery: shown.supersededBy === null && (await hasShown(ctx.db, list)),
  }
}

export const readPublicity = async (
  ctx: Ctx,
  id: ResultListId,
  query: Asked,
): Promise<AnswerOf<typeof contract.readPublicity>> => {
  const list = await requirePublicList(ctx, id, 'publicity')
  const { rows, shown } = await readList(ctx, list, query, 'publicity')
  const isAnnounced = isPublic(list, 'results', ctx.now)
  return {
    ...shown,
    list: rows.map((row) => presentAward(ctx, list, row)),
    publicisedAt: list.publicisedAt!.toISOString(),
    until: list.publicityUntil!.toISOString(),
    isRunning: ctx.now < list.publicityUntil! && shown.supersededBy === null,
    isAnnounced,
  }
}
