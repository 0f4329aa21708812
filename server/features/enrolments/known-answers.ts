import type { Answers } from '@lectern/contract/form-fields.ts'
import { askedAnswers } from '@lectern/contract/form-values.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { AppError, fail } from '../../platform/failure.ts'
import { t } from '../../platform/messages.ts'
import { neverAsked } from '../competition/service.ts'
import { filesUploadedBy, filesOfOthers } from '../files/service.ts'
import { filesIn, judgeAnswers } from './answers.ts'
import type { EnrolmentView } from './policy.ts'

type KnownFiles = Awaited<ReturnType<typeof filesUploadedBy>>

/** The files that these answers name, as far as somebody of the team has uploaded them. */
export const knownFiles = (
  ctx: Ctx,
  { team }: Pick<EnrolmentView, 'team'>,
  ...given: readonly Answers[]
): Promise<KnownFiles> =>
  filesUploadedBy(
    ctx,
    'answer',
    given.flatMap(filesIn),
    team.members.map(({ account }) => account.id),
  )

/** What the team has written last: changes that are not submitted yet, or what there is beside them. */
export const workingAnswers = ({ enrolment: { answers, amendment } }: Pick<EnrolmentView, 'enrolment'>): Answers =>
  amendment ?? answers

/** The ids of the questions that are answered differently. */
export const changedAnswers = (before: Answers, after: Answers): string[] =>
  Object.keys({ ...before, ...after }).filter(
    (field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null),
  )

/** What is wrong with these answers, and the files that they name. `known` may hold more. */
export const checkAnswers = ({ locale }: Ctx, { team }: EnrolmentView, answers: Answers, known: KnownFiles) => ({
  problems: judgeAnswers(team.activity.fields, answers, known, locale),
  files: [...new Set(filesIn(answers))].flatMap((id) => known.get(id) ?? []),
})

/** The same for what the team has written last. */
export const checkWorkingAnswers = async (ctx: Ctx, view: EnrolmentView) => {
  const answers = workingAnswers(view)
  return checkAnswers(ctx, view, answers, await knownFiles(ctx, view, answers))
}

/**
 * Whoever answers names what he has uploaded himself, or what is answered here already: who answers together with somebody may read what is
 * named, and nothing of his becomes readable by being named.
 */
const requireNameable = async (ctx: SignedIn, stored: Answers, given: Answers): Promise<void> => {
  const named = new Set(filesIn(stored))
  const foreign = await filesOfOthers(
    ctx,
    filesIn(given).filter((id) => !named.has(id)),
    ctx.actor.id,
  )
  for (const [field, value] of Object.entries(given))
    // The database knows an id whatever its letters' case.
    if (filesIn({ [field]: value }).some((id) => foreign.has(id.toLowerCase() as FileId)))
      throw fail('file.notFound').at(`answers.${field}`)
}

/** Answers to questions that are not asked at the moment. Organisers do not get them, so that what they save lacks them. */
const hiddenAnswers = ({ team }: EnrolmentView, answers: Answers): Answers => {
  const asked = askedAnswers(team.activity.fields, answers)
  return Object.fromEntries(Object.entries(answers).filter(([field]) => !Object.hasOwn(asked, field)))
}

/**
 * What is typed into a question that organisers take out of the form meanwhile is kept like the rest, and what was answered before it went stays.
 * Only what nobody has ever asked is refused.
 */
export const acceptAnswers = async (ctx: SignedIn, view: EnrolmentView, given: Answers): Promise<Answers> => {
  const { activity } = view.team
  const stored = workingAnswers(view)
  const asked = new Set(activity.fields.map(({ id }) => id))
  const fresh = Object.keys(given).filter((field) => !asked.has(field) && !Object.hasOwn(stored, field))
  const unknown = await neverAsked(ctx, activity.id, fresh)
  if (unknown.length > 0) {
    const message = t(ctx.locale, 'validation.unknown')
    throw new AppError(
      'request.invalid',
      {},
      unknown.map((field) => ({ path: `answers.${field}`, message })),
    )
  }
  await requireNameable(ctx, stored, given)
  const gone = Object.entries(stored).filter(([field]) => !asked.has(field))
  return { ...Object.fromEntries(gone), ...hiddenAnswers(view, stored), ...given }
}
