import type { AnswerValue, FormField } from '@lectern/contract/form-fields.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { maskContact } from '../accounts/service.ts'
import { presentSentTeam, tellDoer } from '../enrolments/service.ts'
import { nameOf } from '../teams/service.ts'
import type { collectContest } from './contest.ts'

type Contest = Awaited<ReturnType<typeof collectContest>>
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

const presentAnswer = (field: FormField | undefined, value: AnswerValue, { inLanguage, addressOf }: Told) => {
  const labelOf = (chosen: string): string => {
    const option = field && 'options' in field ? field.options.find(({ id }) => id === chosen) : undefined
    return option ? inLanguage(option.label) : chosen
  }
  if (Array.isArray(value)) return value.map(labelOf)
  if (typeof value === 'string') return field?.type === 'choice' ? labelOf(value) : value
  if (value === null || typeof value !== 'object') return value
  return 'files' in value ? value.files.map(addressOf) : addressOf(value.file)
}

/** As the form asks; then answers to questions that are gone. */
const presentAnswers = (
  { fields, answers }: Pick<Contest['enrolments'][number], 'fields' | 'answers'>,
  told: Told,
): { question: string; answer: unknown }[] =>
  [...new Set([...fields.map(({ id }) => id), ...Object.keys(answers)])].map((id) => {
    const field = fields.find((candidate) => candidate.id === id)
    const answer = presentAnswer(field, answers[id] ?? null, told)
    return { question: field ? told.inLanguage(field.label) : id, answer }
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

const presentEnrolments = ({ enrolments, happenings }: Contest, told: Told) =>
  enrolments.map(({ id, activity, fields, answers, amendment, snapshot, ...enrolment }) => ({
    ...enrolment,
    activity: told.inLanguage(activity),
    answers: presentAnswers({ fields, answers }, told),
    amendment: amendment && presentAnswers({ fields, answers: amendment }, told),
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
