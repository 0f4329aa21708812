import { answerText, readAnswer } from '@lectern/contract/enrolments/answer-text.ts'
import type { Answers, AnswerValue, FormField } from '@lectern/contract/enrolments/form-fields.ts'
import { showField } from '@lectern/contract/enrolments/form-values.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { asc, desc, eq, inArray } from '../../platform/database/drizzle.ts'
import type { DataFormat, PersonalData } from '../../platform/feature.ts'
import { t } from '../../platform/messages.ts'
import { account } from '../accounts/tables.ts'
import { institution } from '../institutions/tables.ts'
import { activity } from '../competition/tables.ts'
import { filesUploadedBy, type FilesById } from '../files/service.ts'
import { team, teamMember } from '../teams/tables.ts'
import { filesIn } from './answers/answers.ts'
import { actorColumns, actorText } from './office/event-actors.ts'
import { forgetInEnrolments } from './answers/erase.ts'
import { forgetOpeningWishes } from './openings/openings.ts'
import { touchedBy } from './answers/personal-answers.ts'
import { presentSentTeam } from './receipts/sent-team.ts'
import { enrolment, enrolmentEvent, openingWish, waiting } from './tables.ts'

// Of other people it contains only what this user sees on the pages of enrolments.

/** The teams of the user, whatever the state of their activities. */
const teamsOf = (db: Database, id: AccountId) =>
  db.select({ id: teamMember.teamId }).from(teamMember).where(eq(teamMember.accountId, id))

const enrolmentsOf = (db: Database, id: AccountId) =>
  db
    .select({
      id: enrolment.id,
      team: team.name,
      activity: activity.name,
      fields: activity.fields,
      number: enrolment.number,
      state: enrolment.state,
      answers: enrolment.answers,
      amendment: enrolment.amendment,
      snapshot: enrolment.snapshot,
      submittedAt: enrolment.submittedAt,
      resubmitBy: enrolment.resubmitBy,
      decidedAt: enrolment.decidedAt,
      reason: enrolment.reason,
      waitingSince: waiting.joinedAt,
      placeOfferedUntil: waiting.offeredUntil,
      createdAt: enrolment.createdAt,
      updatedAt: enrolment.updatedAt,
    })
    .from(enrolment)
    .innerJoin(team, eq(team.id, enrolment.teamId))
    .innerJoin(activity, eq(activity.id, enrolment.activityId))
    .leftJoin(waiting, eq(waiting.teamId, enrolment.teamId))
    .where(inArray(enrolment.teamId, teamsOf(db, id)))
    .orderBy(desc(enrolment.createdAt), desc(enrolment.id))

/** The events of these enrolments, oldest first. */
const eventsOfTeam = (db: Database, id: AccountId) =>
  db
    .select({
      enrolmentId: enrolmentEvent.enrolmentId,
      at: enrolmentEvent.at,
      ...actorColumns,
    })
    .from(enrolmentEvent)
    .innerJoin(enrolment, eq(enrolment.id, enrolmentEvent.enrolmentId))
    .leftJoin(account, eq(account.id, enrolmentEvent.accountId))
    .leftJoin(institution, eq(institution.id, enrolmentEvent.institutionId))
    .where(inArray(enrolment.teamId, teamsOf(db, id)))
    .orderBy(asc(enrolmentEvent.position))

/** People in the user's teams: their files may be among the answers. */
const teammatesOf = async (db: Database, id: AccountId): Promise<AccountId[]> => {
  const rows = await db
    .selectDistinct({ id: teamMember.accountId })
    .from(teamMember)
    .where(inArray(teamMember.teamId, teamsOf(db, id)))
  return rows.map((row) => row.id)
}

/** The answer as the site shows it, and as it is stored; files by address. */
const presentAnswer = (
  field: FormField | undefined,
  value: AnswerValue,
  { locale, addressOf }: DataFormat,
  files: FilesById,
) => {
  const answer = readAnswer(field && showField(field, locale), value)
  const agreed = t(locale, 'enrolment.agreed')
  return {
    answer: answerText(answer, { locale, agreed, fileName: (id) => files.get(id)?.name }),
    value: answer.kind === 'files' ? answer.files.map(addressOf) : value,
  }
}

/** In the order of the form; then answers to questions that it no longer has. */
const presentAnswers = (fields: readonly FormField[], answers: Answers, format: DataFormat, files: FilesById) =>
  [...new Set([...fields.map(({ id }) => id), ...Object.keys(answers)])].map((id) => {
    const field = fields.find((candidate) => candidate.id === id)
    return {
      question: field ? format.inLanguage(field.label) : id,
      ...presentAnswer(field, answers[id] ?? null, format, files),
    }
  })

const collectEnrolments = async (db: Database, id: AccountId, format: DataFormat) => {
  const rows = await enrolmentsOf(db, id)
  const happenings = await eventsOfTeam(db, id)
  const files = await filesUploadedBy(
    { db },
    'answer',
    rows.flatMap(({ answers, amendment }) => [answers, amendment ?? {}].flatMap(filesIn)),
    await teammatesOf(db, id),
  )
  return rows.map(({ id: enrolmentId, activity: name, fields, answers, amendment, snapshot, ...rest }) => ({
    ...rest,
    activity: format.inLanguage(name),
    answers: presentAnswers(fields, answers, format, files),
    amendment: amendment && presentAnswers(fields, amendment, format, files),
    sentTeam: presentSentTeam(snapshot, format.locale),
    events: happenings
      .filter((event) => event.enrolmentId === enrolmentId)
      .map(({ at, ...event }) => ({
        at,
        state: event.state,
        by: actorText(event, format.locale),
        reason: event.reason,
      })),
  }))
}

/** Activities whose opening the user asked to be told of, and has not been yet. */
const collectOpeningWishes = async (db: Database, id: AccountId, { inLanguage }: DataFormat) => {
  const rows = await db
    .select({ activity: activity.name, createdAt: openingWish.createdAt })
    .from(openingWish)
    .innerJoin(activity, eq(activity.id, openingWish.activityId))
    .where(eq(openingWish.accountId, id))
    .orderBy(desc(openingWish.createdAt), asc(activity.id))
  return rows.map(({ activity: name, createdAt }) => ({ activity: inLanguage(name), createdAt }))
}

export const enrolmentsData: PersonalData = {
  collect: async ({ db }, { id }, format) => ({
    enrolments: await collectEnrolments(db, id, format),
    openingWishes: await collectOpeningWishes(db, id, format),
  }),
  erase: async (ctx, person) => {
    // Read before the user leaves drafts, which keep no record of former members.
    const touched = await touchedBy(ctx, person.id)
    await forgetOpeningWishes(ctx, person.id)
    return () => forgetInEnrolments(ctx, person, touched)
  },
}
