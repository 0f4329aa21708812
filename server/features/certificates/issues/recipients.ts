import type { IssueSourceInput } from '@lectern/contract/certificates/certificate-office.ts'
import {
  sourcesOfKind,
  type CertificateKind,
  type MergeValues,
} from '@lectern/contract/certificates/certificate-values.ts'
import type { AccountId, ActivityId, EditionId, WorkId } from '@lectern/contract/ids.ts'
import { joinList } from '@lectern/contract/lists.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize, type LocalizedText } from '@lectern/contract/localized.ts'
import type { TeamRole } from '@lectern/contract/teams/team-values.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import { t } from '../../../platform/messages.ts'
import {
  acceptedWorks,
  awardedWorks,
  activitiesOfRound,
  correctionsOf,
  existingAccounts,
  expertsOf,
  findActivity,
  findEdition,
  findListInForce,
  findSourceRound,
  institutionsOf,
  type AwardedWork,
} from './award-queries.ts'
import type { SheetPerson } from '../tables.ts'

/** Values that depend on the person; the others are the same for a whole issue. */
export type PersonalValues = Omit<MergeValues, 'number' | 'date' | 'edition' | 'year' | 'site'>

/** Somebody who gets a certificate. Subject, person and award say whether it is the same one as another. */
export interface Recipient {
  subject: string
  person: string
  award: string
  workId: WorkId | null
  holderId: AccountId | null
  values: PersonalValues
  /** They have asked for another spelling of their name, and nobody has decided. */
  hasOpenCorrection: boolean
  /** The corrections of all names of the work, as they were read; empty where there are none. */
  corrections: string
}

/** What a source is about. */
export interface SourceFacts {
  editionId: EditionId
  activityId: ActivityId | null
  title: LocalizedText
}

/** Throws if the source does not exist or does not fit the kind. */
export const requireSource = async (
  ctx: Ctx,
  kind: CertificateKind,
  source: IssueSourceInput,
): Promise<SourceFacts> => {
  if (!(sourcesOfKind[kind] as readonly string[]).includes(source.from))
    throw fail('certificate.sourceUnfit').at('source')
  const { db } = ctx
  if (source.from === 'results') {
    const list = await findListInForce(ctx, source.list)
    const awarded = list && (await findActivity(db, list.activity))
    if (!awarded) throw fail('certificate.sourceNotReady').at('source')
    return { editionId: awarded.editionId, activityId: awarded.id, title: awarded.name }
  }
  if (source.from === 'experts') {
    const round = await findSourceRound(db, source.round)
    if (!round) throw fail('round.notFound').at('source')
    if (round.state !== 'settled') throw fail('certificate.sourceNotReady').at('source')
    return { editionId: round.editionId, activityId: null, title: round.name }
  }
  if (source.from === 'sheet' && source.activity === null) {
    const edition = await findEdition(db, source.edition)
    if (!edition) throw fail('edition.notFound').at('source')
    return { editionId: edition.id, activityId: null, title: edition.name }
  }
  const activity = await findActivity(db, source.activity!)
  if (!activity || (source.from === 'sheet' && activity.editionId !== source.edition))
    throw fail('activity.notFound').at('source')
  return { editionId: activity.editionId, activityId: activity.id, title: activity.name }
}

const nothing: PersonalValues = {
  name: '',
  people: '',
  advisors: '',
  award: '',
  work: '',
  team: '',
  institution: '',
  activity: '',
  role: '',
  note: '',
}

const rolesOfKind: Partial<Record<CertificateKind, readonly TeamRole[]>> = {
  award: ['captain', 'member'],
  participation: ['captain', 'member'],
  advisor: ['advisor'],
}

/** By its name in the language of the certificate, where it is in the list of institutions. */
const institutionName = (
  { school, institution }: { school: string | null; institution: LocalizedText | null },
  locale: Locale,
): string => (institution ? localize(institution, locale).text : (school ?? ''))

interface Asked {
  kind: CertificateKind
  locale: Locale
  title: LocalizedText
}

const teamRecipients = async (
  { db }: Ctx,
  works: readonly AwardedWork[],
  { kind, locale, title }: Asked,
): Promise<Recipient[]> => {
  const corrections = await correctionsOf(
    db,
    works.map(({ workId }) => workId),
  )
  return works.flatMap(({ workId, title: work, team, people, prize }) => {
    const nameOf = (person: AwardedWork['people'][number]): string =>
      corrections.nameOf(workId, person.account) ?? person.name
    const makers = people.filter(({ role }) => role !== 'advisor')
    const advisors = people.filter(({ role }) => role === 'advisor')
    return people
      .filter(({ role }) => rolesOfKind[kind]?.includes(role))
      .map((person) => ({
        subject: `work ${workId}`,
        person: person.account,
        award: prize?.id ?? '',
        workId,
        holderId: person.account,
        hasOpenCorrection: corrections.isOpen(workId, person.account),
        corrections: corrections.stateOf(workId),
        values: {
          ...nothing,
          name: nameOf(person),
          // Somebody who worked alone is named already.
          people: makers.length > 1 || kind === 'advisor' ? joinList(locale, makers.map(nameOf)) : '',
          advisors: kind === 'advisor' ? '' : joinList(locale, advisors.map(nameOf)),
          award: prize ? localize(prize.label, locale).text : '',
          work,
          team,
          institution: institutionName(person, locale),
          activity: localize(title, locale).text,
          role: t(locale, `receipt.role.${person.role}`),
        },
      }))
  })
}

const fold = (...texts: readonly string[]): string =>
  texts.map((text) => text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase()).join('|')

/** Who a row of a sheet is about, however it is written: two such rows would be the same certificate. */
export const sheetPersonKey = ({ name, institution, team, work, award }: Omit<SheetPerson, 'account'>) => ({
  person: fold(name, institution, team, work),
  award: fold(award),
})

const sheetRecipients = async (
  { db }: Ctx,
  sheet: readonly SheetPerson[],
  source: IssueSourceInput & { from: 'sheet' },
  { locale, title }: Asked,
): Promise<Recipient[]> => {
  const accounts = await existingAccounts(
    db,
    sheet.flatMap(({ account }) => account ?? []),
  )
  return sheet.map(({ account, ...values }) => ({
    subject: `sheet ${source.activity ?? source.edition}`,
    ...sheetPersonKey(values),
    workId: null,
    holderId: account !== null && accounts.has(account) ? account : null,
    hasOpenCorrection: false,
    corrections: '',
    values: { ...nothing, ...values, activity: source.activity === null ? '' : localize(title, locale).text },
  }))
}

/** Everybody who gets a certificate from this source, in the order of the numbers. */
export const recipientsOf = async (
  ctx: Ctx,
  source: IssueSourceInput,
  request: Asked & { sheet: readonly SheetPerson[] | null },
): Promise<Recipient[]> => {
  const { db } = ctx
  const { locale } = request
  switch (source.from) {
    case 'results': {
      const list = await findListInForce(ctx, source.list)
      if (!list) throw fail('certificate.sourceNotReady')
      return teamRecipients(ctx, await awardedWorks(ctx, source.list, list.activity), request)
    }
    case 'works':
      return teamRecipients(ctx, await acceptedWorks(db, source.activity), request)
    case 'experts': {
      const activities = (await activitiesOfRound(db, source.round)).map((name) => localize(name, locale).text)
      return (await expertsOf(db, source.round)).map(({ account, name, ...place }) => ({
        subject: `round ${source.round}`,
        person: account,
        award: '',
        workId: null,
        holderId: account,
        hasOpenCorrection: false,
        corrections: '',
        values: {
          ...nothing,
          name: name ?? '',
          institution: institutionName(place, locale),
          activity: joinList(locale, activities),
        },
      }))
    }
    case 'institutions':
      return (await institutionsOf(db, source.activity, source.least)).map(({ person, ...place }) => ({
        subject: `activity ${source.activity}`,
        person,
        award: '',
        workId: null,
        holderId: null,
        hasOpenCorrection: false,
        corrections: '',
        values: {
          ...nothing,
          name: institutionName(place, locale),
          institution: institutionName(place, locale),
          award: t(locale, 'certificates.organisationAward'),
          activity: localize(request.title, locale).text,
        },
      }))
    case 'sheet':
      return sheetRecipients(ctx, request.sheet ?? [], source, request)
  }
}
