import type { Answers } from '@lectern/contract/form-fields.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { answerFilesOf } from '../files/service.ts'
import { filesIn, judgeAnswers } from './answers.ts'
import type { EnrolmentView } from './policy.ts'

/** The files of a team that answers may name. */
export const knownFiles = (ctx: Ctx, { team }: Pick<EnrolmentView, 'team'>, answers: Answers) =>
  answerFilesOf(
    ctx,
    filesIn(answers),
    team.members.map(({ account }) => account.id),
  )

export const problemsOf = async (ctx: Ctx, view: EnrolmentView, answers = view.enrolment.answers) => {
  const known = await knownFiles(ctx, view, answers)
  return judgeAnswers(view.team.activity.fields, answers, new Set<FileId>(known.keys()), ctx.locale)
}
