import type { ActivityItem, ActivitySource, AnsweredField, OrderedActivity } from '@lectern/contract/activities.ts'
import type { Edition } from '@lectern/contract/editions.ts'
import type { Picture } from '@lectern/contract/files.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { all, refusalText } from '../../platform/policy.ts'
import { checkTakesNoPart } from '../steps/service.ts'
import { oneActivity } from './concerned.ts'
import type { requireSource } from './editing.ts'
import { stateAt } from './queries.ts'
import type { ActivityItemRow, ActivityRow, EditionRow } from './editing-queries.ts'
import { mayChangeCode, mayChangeType, mayChangeYear, mayDelete, mayHide, mayRemoveOption } from './policy.ts'

/** A scheduled activity is published by time alone; from then on it has no publishing time. */
const presentState = ({ now }: Ctx, row: Pick<ActivityRow, 'state' | 'publishAt'>) => {
  const state = stateAt(row, now)
  return { state, publishAt: state === 'scheduled' ? row.publishAt!.toISOString() : null }
}

export const presentItem = (
  ctx: Ctx,
  { cover, updatedAt, ...row }: ActivityItemRow,
  pictures: ReadonlyMap<FileId, Picture>,
): ActivityItem => ({
  ...row,
  ...presentState(ctx, row),
  coverPicture: (cover && pictures.get(cover)) ?? null,
  updatedAt: updatedAt.toISOString(),
})

type Source = Awaited<ReturnType<typeof requireSource>>

/** Questions that have answers, and which parts of them can no longer change. */
const presentAnswered = (ctx: Ctx, { row: { fields }, use: { answered } }: Source): AnsweredField[] =>
  fields.flatMap((field) => {
    const given = answered.get(field.id)
    if (!given) return []
    const options = 'options' in field ? field.options.map(({ id }) => id) : []
    return [
      {
        id: field.id,
        answers: given.count,
        type: refusalText(mayChangeType(field, given, ctx.locale), ctx.locale),
        options: options.flatMap((id) => {
          const why = refusalText(mayRemoveOption(field, id, given, ctx.locale), ctx.locale)
          return why === null ? [] : [{ id, why }]
        }),
      },
    ]
  })

/** Whoever takes part in the activity reads here why they change nothing. */
export const presentSource = async (ctx: SignedIn, found: Source): Promise<ActivitySource> => {
  const { row, counts, pictures, use } = found
  const others = await checkTakesNoPart(ctx, oneActivity(row), 'look')
  return {
    ...row,
    ...presentState(ctx, row),
    ...counts,
    coverPicture: (row.cover && pictures.get(row.cover)) ?? null,
    updatedAt: row.updatedAt.toISOString(),
    may: {
      save: refusalText(others, ctx.locale),
      code: refusalText(all(others, mayChangeCode(use)), ctx.locale),
      hide: refusalText(all(others, mayHide(use)), ctx.locale),
      delete: refusalText(all(others, mayDelete({ state: stateAt(row, ctx.now) }, use)), ctx.locale),
    },
    answered: presentAnswered(ctx, found),
    usedParts: [...use.usedParts],
  }
}

export const presentName = (
  ctx: Ctx,
  { id, code, name, ...row }: Pick<ActivityRow, 'id' | 'code' | 'name' | 'state' | 'publishAt'>,
): OrderedActivity => {
  const { text, locale } = localize(name, ctx.locale)
  return { id, code, name: text, locale, state: stateAt(row, ctx.now) }
}

export const presentEdition = (ctx: Ctx, { lastNumber, ...row }: EditionRow): Edition => ({
  ...row,
  may: { year: refusalText(mayChangeYear({ lastNumber }), ctx.locale) },
})
