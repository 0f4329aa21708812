import type {
  ActivityItem,
  ActivitySource,
  AnsweredField,
  OrderedActivity,
} from '@lectern/contract/competition/activities.ts'
import type { Edition } from '@lectern/contract/competition/editions.ts'
import type { Picture } from '@lectern/contract/files/files.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { all, refusalText } from '../../../platform/policy.ts'
import { checkTakesNoPart } from '../../steps/service.ts'
import { oneActivity } from '../affected-activities.ts'
import type { requireSource } from './activity-editor.ts'
import { stateAt } from '../queries.ts'
import type { ActivityItemRow, ActivityRow, EditionRow } from './activity-queries.ts'
import { mayChangeCode, mayChangeType, mayChangeYear, mayDelete, mayHide, mayRemoveOption } from '../policy.ts'

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
    const answers = answered.get(field.id)
    if (!answers) return []
    const options = 'options' in field ? field.options.map(({ id }) => id) : []
    return [
      {
        id: field.id,
        answers: answers.count,
        type: refusalText(mayChangeType(field, answers, ctx.locale), ctx.locale),
        options: options.flatMap((id) => {
          const why = refusalText(mayRemoveOption(field, id, answers, ctx.locale), ctx.locale)
          return why === null ? [] : [{ id, why }]
        }),
      },
    ]
  })

/** Whoever takes part in the activity reads here why they change nothing. */
export const presentSource = async (ctx: SignedIn, source: Source): Promise<ActivitySource> => {
  const { row, counts, pictures, use } = source
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
    answered: presentAnswered(ctx, source),
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
