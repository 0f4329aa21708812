import { answerText, readAnswer } from '@lectern/contract/answer-text.ts'
import type { Answers, AnswerValue, FormField } from '@lectern/contract/form-fields.ts'
import { showField } from '@lectern/contract/form-values.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { say } from '../../platform/messages.ts'
import { maskContact } from '../accounts/service.ts'
import { presentSentTeam, tellDoer } from '../enrolments/service.ts'
import { nameOf } from '../teams/service.ts'
import type { collectContest } from './contest.ts'

type Contest = Awaited<ReturnType<typeof collectContest>>
type FileNames = Contest['answerFiles']
type Called = Parameters<typeof nameOf>[0]

interface Told {
  locale: Locale
  /** In the person's language. */
  inLanguage: (text: LocalizedText) => string
  /** Where a file is. */
  addressOf: (file: string) => string
}

/** Who is gone has no name. */
const nameUnlessGone = (called: Called, status: string): string | null => (status === 'deleted' ? null : nameOf(called))

/** As it reads on the site, and as it is stored; files by their addresses. */
const presentAnswer = (
  field: FormField | undefined,
  value: AnswerValue,
  { locale, addressOf }: Told,
  files: FileNames,
) => {
  const answer = readAnswer(field && showField(field, locale), value)
  const agreed = say(locale, 'enrolment.agreed')
  return {
    answer: answerText(answer, { locale, agreed, fileName: (id) => files.get(id)?.name }),
    value: answer.kind === 'files' ? answer.files.map(addressOf) : value,
  }
}

/** As the form asks; then answers to questions that are gone. */
const presentAnswers = (fields: readonly FormField[], answers: Answers, told: Told, files: FileNames) =>
  [...new Set([...fields.map(({ id }) => id), ...Object.keys(answers)])].map((id) => {
    const field = fields.find((candidate) => candidate.id === id)
    return {
      question: field ? told.inLanguage(field.label) : id,
      ...presentAnswer(field, answers[id] ?? null, told, files),
    }
  })

const presentTeams = ({ teams, people }: Contest, { inLanguage }: Told) =>
  teams.map(({ id, activity, ...team }) => ({
    ...team,
    activity: inLanguage(activity),
    people: people
      .filter(({ teamId }) => teamId === id)
      .map(({ role, school, joinedAt, status, called }) => ({
        name: nameUnlessGone(called, status),
        role,
        school,
        joinedAt,
      })),
  }))

const presentEnrolments = ({ enrolments, happenings, answerFiles }: Contest, told: Told) =>
  enrolments.map(({ id, activity, fields, answers, amendment, snapshot, ...enrolment }) => ({
    ...enrolment,
    activity: told.inLanguage(activity),
    answers: presentAnswers(fields, answers, told, answerFiles),
    amendment: amendment && presentAnswers(fields, amendment, told, answerFiles),
    sentTeam: presentSentTeam(snapshot, told.locale),
    events: happenings
      .filter(({ enrolmentId }) => enrolmentId === id)
      .map(({ at, ...doer }) => ({
        at,
        state: doer.state,
        by: tellDoer(doer, told.locale),
        reason: doer.reason,
      })),
  }))

const presentInvitations = ({ received, sent }: Contest, { inLanguage }: Told) => ({
  received: received.map(({ activity, status, called, ...invitation }) => ({
    ...invitation,
    activity: inLanguage(activity),
    invitedBy: nameUnlessGone(called, status),
  })),
  sent: sent.map(({ activity, contact, username, ...invitation }) => ({
    ...invitation,
    activity: inLanguage(activity),
    // As the captain sees it; null once it is forgotten.
    to: username ?? (contact && maskContact(contact)),
  })),
})

export const presentContest = (contest: Contest, told: Told) => ({
  teams: presentTeams(contest, told),
  invitations: presentInvitations(contest, told),
  enrolments: presentEnrolments(contest, told),
})
