import type { Answers } from '@lectern/contract/enrolments/form-fields.ts'
import { askedAnswers } from '@lectern/contract/enrolments/form-values.ts'
import type { AccountId, FileId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { AppError, fail } from '../../../platform/failure.ts'
import { t } from '../../../platform/messages.ts'
import { neverAsked } from '../../competition/service.ts'
import { filesUploadedBy, filesOfOthers, uploadersOf, type FilesById } from '../../files/service.ts'
import { filesIn, judgeAnswers } from './answers.ts'
import type { EnrolmentView } from '../policy.ts'

const membersOf = ({ team }: Pick<EnrolmentView, 'team'>): AccountId[] => team.members.map(({ account }) => account.id)

/** The files that these answers refer to, if a member of the team uploaded them. */
export const knownFiles = (
  ctx: Ctx,
  { team }: Pick<EnrolmentView, 'team'>,
  ...answerSets: readonly Answers[]
): Promise<FilesById> => filesUploadedBy(ctx, 'answer', answerSets.flatMap(filesIn), membersOf({ team }))

/** The latest answers: those of the amendment, else those of the enrolment. */
export const workingAnswers = ({ enrolment: { answers, amendment } }: Pick<EnrolmentView, 'enrolment'>): Answers =>
  amendment ?? answers

/** The ids of the questions whose answers differ. */
export const changedAnswers = (before: Answers, after: Answers): string[] =>
  Object.keys({ ...before, ...after }).filter(
    (field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null),
  )

/** Problems of these answers, and the files they refer to. `known` may hold more files. */
export const checkAnswers = ({ locale }: Ctx, { team }: EnrolmentView, answers: Answers, files: FilesById) => ({
  problems: judgeAnswers(team.activity.fields, answers, files, locale),
  files: [...new Set(filesIn(answers))].flatMap((id) => files.get(id) ?? []),
})

/** The same for the latest answers. */
export const checkWorkingAnswers = async (ctx: Ctx, view: EnrolmentView) => {
  const answers = workingAnswers(view)
  return checkAnswers(ctx, view, answers, await knownFiles(ctx, view, answers))
}

/** Those of these enrolments whose latest answers have no problems; as many queries for one as for thirty. */
export const filledEnrolments = async (
  ctx: Ctx,
  views: readonly EnrolmentView[],
): Promise<ReadonlySet<EnrolmentView>> => {
  const ids = views.flatMap((view) => filesIn(workingAnswers(view)))
  const files = await filesUploadedBy(ctx, 'answer', ids, views.flatMap(membersOf))
  const uploaders = await uploadersOf(ctx, [...files.keys()])
  const isFilled = (view: EnrolmentView): boolean => {
    const members = new Set(membersOf(view))
    const memberFiles = new Map([...files].filter(([id]) => members.has(uploaders.get(id)!)))
    return checkAnswers(ctx, view, workingAnswers(view), memberFiles).problems.length === 0
  }
  return new Set(views.filter(isFilled))
}

/**
 * An answer may refer only to files that the user uploaded, or that the answers already contain. Team members can
 * read files in answers: otherwise adding a foreign id would make that file readable.
 */
const requireReferable = async (ctx: SignedIn, stored: Answers, input: Answers): Promise<void> => {
  const named = new Set(filesIn(stored))
  const foreign = await filesOfOthers(
    ctx,
    filesIn(input).filter((id) => !named.has(id)),
    ctx.actor.id,
  )
  for (const [field, value] of Object.entries(input))
    // The database ignores the case of an id.
    if (filesIn({ [field]: value }).some((id) => foreign.has(id.toLowerCase() as FileId)))
      throw fail('file.notFound').at(`answers.${field}`)
}

/**
 * Answers to questions that are not shown at the moment. Organisers do not receive them, so what they save lacks
 * them.
 */
const hiddenAnswers = ({ team }: EnrolmentView, answers: Answers): Answers => {
  const relevant = askedAnswers(team.activity.fields, answers)
  return Object.fromEntries(Object.entries(answers).filter(([field]) => !Object.hasOwn(relevant, field)))
}

/**
 * Answers to a question that organisers remove meanwhile are kept. Only questions that the form has never contained
 * are refused.
 */
export const acceptAnswers = async (ctx: SignedIn, view: EnrolmentView, input: Answers): Promise<Answers> => {
  const { activity } = view.team
  const stored = workingAnswers(view)
  const fieldIds = new Set(activity.fields.map(({ id }) => id))
  const fresh = Object.keys(input).filter((field) => !fieldIds.has(field) && !Object.hasOwn(stored, field))
  const unknown = await neverAsked(ctx, activity.id, fresh)
  if (unknown.length > 0) {
    const message = t(ctx.locale, 'validation.unknown')
    throw new AppError(
      'request.invalid',
      {},
      unknown.map((field) => ({ path: `answers.${field}`, message })),
    )
  }
  await requireReferable(ctx, stored, input)
  const gone = Object.entries(stored).filter(([field]) => !fieldIds.has(field))
  return { ...Object.fromEntries(gone), ...hiddenAnswers(view, stored), ...input }
}
