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

/** The files that these answers refer to, if a member of the team uploaded them. */
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

/** The latest answers: those of the amendment, else those of the enrolment. */
export const workingAnswers = ({ enrolment: { answers, amendment } }: Pick<EnrolmentView, 'enrolment'>): Answers =>
  amendment ?? answers

/** The ids of the questions whose answers differ. */
export const changedAnswers = (before: Answers, after: Answers): string[] =>
  Object.keys({ ...before, ...after }).filter(
    (field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null),
  )

/** Problems of these answers, and the files they refer to. `known` may hold more files. */
export const checkAnswers = ({ locale }: Ctx, { team }: EnrolmentView, answers: Answers, known: KnownFiles) => ({
  problems: judgeAnswers(team.activity.fields, answers, known, locale),
  files: [...new Set(filesIn(answers))].flatMap((id) => known.get(id) ?? []),
})

/** The same for the latest answers. */
export const checkWorkingAnswers = async (ctx: Ctx, view: EnrolmentView) => {
  const answers = workingAnswers(view)
  return checkAnswers(ctx, view, answers, await knownFiles(ctx, view, answers))
}

/**
 * An answer may refer only to files that the user uploaded, or that the answers already contain. Team members can
 * read files in answers: otherwise adding a foreign id would make that file readable.
 */
const requireReferable = async (ctx: SignedIn, stored: Answers, given: Answers): Promise<void> => {
  const named = new Set(filesIn(stored))
  const foreign = await filesOfOthers(
    ctx,
    filesIn(given).filter((id) => !named.has(id)),
    ctx.actor.id,
  )
  for (const [field, value] of Object.entries(given))
    // The database ignores the case of an id.
    if (filesIn({ [field]: value }).some((id) => foreign.has(id.toLowerCase() as FileId)))
      throw fail('file.notFound').at(`answers.${field}`)
}

/**
 * Answers to questions that are not shown at the moment. Organisers do not receive them, so what they save lacks
 * them.
 */
const hiddenAnswers = ({ team }: EnrolmentView, answers: Answers): Answers => {
  const asked = askedAnswers(team.activity.fields, answers)
  return Object.fromEntries(Object.entries(answers).filter(([field]) => !Object.hasOwn(asked, field)))
}

/**
 * Answers to a question that organisers remove meanwhile are kept. Only questions that the form has never contained
 * are refused.
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
  await requireReferable(ctx, stored, given)
  const gone = Object.entries(stored).filter(([field]) => !asked.has(field))
  return { ...Object.fromEntries(gone), ...hiddenAnswers(view, stored), ...given }
}
