import type { IdAfter } from '@lectern/messages/message-id.ts'
import { withNote } from '@lectern/contract/brackets.ts'
import type { PhaseKind } from '@lectern/contract/competition-values.ts'
import type { ActivityId } from '@lectern/contract/ids.ts'
import type { Timeline } from '@lectern/contract/phases.ts'
import { zoneName } from '@lectern/contract/zone-names.ts'
import { useIntl } from '../../../ui/intl.tsx'

/** How the office speaks of phases; all moments are told as the edition's clock shows them. */
export const usePhaseWords = (timeZone: string) => {
  const intl = useIntl()
  const t = (key: IdAfter<'office.phases.'>, values: Record<string, string | number> = {}): string =>
    intl.formatMessage({ id: `office.phases.${key}` }, values)
  const zone = zoneName(intl.locale, timeZone)
  return {
    t,
    timeZone,
    kindName: (kind: PhaseKind): string => t(`kind.${kind}`),
    /** The edition, or one of its activities. */
    placeName: (activities: Timeline['activities'], activityId: ActivityId | null): string =>
      activities.find(({ id }) => id === activityId)?.name ?? t('edition'),
    moment: (value: string): string => intl.formatMoment(value, 'moment', timeZone),
    dayOf: (value: string | number): string => intl.formatMoment(value, 'axisDay', timeZone),
    /** Written out, with the name that computers know. */
    zone: zone === timeZone ? timeZone : withNote(intl.locale, zone, timeZone),
  }
}

export type PhaseWords = ReturnType<typeof usePhaseWords>
