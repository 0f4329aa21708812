import type { IdAfter } from '@lectern/messages/message-id.ts'
import type { Announcement, Audience } from '@lectern/contract/announcements/announcements.ts'
import { joinList } from '@lectern/contract/lists.ts'
import { localize } from '@lectern/contract/localized.ts'
import { regionName } from '@lectern/contract/regions.ts'
import { useIntl } from '../../ui/intl.tsx'

type Values = Record<string, string | number>

/** Editions and activities to choose from. */
export interface Choices {
  editions: readonly { id: string; name: string }[]
  activities: readonly { id: string; name: string }[]
}

interface Condition {
  name: string
  value: string
}

export const useAnnouncementWords = () => {
  const intl = useIntl()
  const locale = intl.locale
  const t = (key: IdAfter<'office.announcements.'>, values?: Values): string =>
    intl.formatMessage({ id: `office.announcements.${key}` }, values)

  const titleOf = ({ title }: Pick<Announcement, 'title'>) => {
    const { text, locale: textLocale } = localize(title, locale)
    return text ? { text, lang: textLocale } : { text: t('untitled'), lang: locale }
  }

  /** The conditions with their values; empty ones are left out. */
  const conditionsOf = (audience: Audience, named: Announcement['named'], choices: Choices): Condition[] => {
    const nameIn = (list: Choices['editions'], id: string): string =>
      list.find((choice) => choice.id === id)?.name ?? t('goneOne')
    const several = (key: IdAfter<'office.announcements.'>, values: readonly string[]): Condition[] =>
      values.length > 0 ? [{ name: t(key), value: joinList(locale, values) }] : []
    const isOfTeams = audience.to === 'teams'
    return [
      { name: t('to'), value: t(`to.${audience.to}`) },
      ...(isOfTeams
        ? several('edition', [audience.edition ? nameIn(choices.editions, audience.edition) : t('currentEdition')])
        : []),
      ...several(
        'activities',
        audience.activities.map((id) => nameIn(choices.activities, id)),
      ),
      ...several(
        'states',
        audience.states.map((state) => t(`states.${state}`)),
      ),
      ...(isOfTeams ? several('roles', [t(audience.captainsOnly ? 'roles.captains' : 'roles.all')]) : []),
      ...several(
        'teams',
        audience.teams.map((id) => named[id] ?? t('goneOne')),
      ),
      ...several(
        'provinces',
        audience.provinces.map((code) => regionName(code, locale) ?? code),
      ),
      ...several(
        'persons',
        audience.people.map((id) => named[id] ?? t('goneOne')),
      ),
    ]
  }
  return { t, titleOf, conditionsOf, locale }
}
