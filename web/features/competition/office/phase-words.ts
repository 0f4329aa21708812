import type { IdAfter } from '@lectern/messages/message-id.ts'
import { withNote } from '@lectern/contract/pages/brackets.ts'
import type { PhaseKind } from '@lectern/contract/competition/competition-values.ts'
import type { ActivityId } from '@lectern/contract/ids.ts'
import type { Timeline } from '@lectern/contract/competition/phases.ts'
import { zoneName } from '@lectern/contract/zone-names.ts'
import { useIntl } from '../../../ui/intl.tsx'

/** Texts about phases; all times are in the edition's time zone. */
export const usePhaseWords = (timeZone: string) => {
  const intl = useIntl()
  const t = (key: IdAfter<'office.phases.'>, values: Record<string, string | number> = {}): string =>
    intl.formatMessage({ id: `office.phases.${key}` }, values)
  const zone = zoneName(intl.locale, timeZone)
  return {
    t,
    timeZone,
    kindName: (kind: PhaseKind): string => t(`kind.${kind}`),
    /** Name of the activity, or of the edition. */
    placeName: (activities: Timeline['activities'], activityId: ActivityId | null): string =>
      activities.find(({ id }) => id === activityId)?.name ?? t('edition'),
    moment: (value: string): string => intl.formatMoment(value, 'moment', timeZone),
    dayOf: (value: string | number): string => intl.formatMoment(value, 'axisDay', timeZone),
    /** The display name with the IANA name. */
    zone: zone === timeZone ? timeZone : withNote(intl.locale, zone, timeZone),
  }
}

export type PhaseWords = ReturnType<typeof usePhaseWords>
