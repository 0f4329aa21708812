import type { IdAfter } from '@lectern/messages/message-id.ts'
import { limitsOfKind, type PartLimits } from '@lectern/contract/works/work-values.ts'
import { useIntl, type IntlShape } from '../../../ui/intl.tsx'
import { chosenTypes, typeName, type PartFields } from './work-fields.ts'

/** Two ends of which either may be missing. */
const range = (intl: IntlShape, least: string | undefined, most: string | undefined): string => {
  if (least && most) return intl.formatMessage({ id: 'office.range' }, { from: least, to: most })
  if (least) return `≥ ${least}`
  return most ? `≤ ${most}` : ''
}

/** What a part asks for, in signs instead of words. */
export const factsOf = (intl: IntlShape, part: PartFields, blind: boolean): string => {
  const { kind, limits, minFiles, maxFiles, maxMegabytes } = part
  const names: readonly (keyof PartLimits)[] = limitsOfKind[kind]
  const has = (name: keyof PartLimits): boolean => names.includes(name)
  const types = chosenTypes(part, blind)
  const sides = [limits.minLongSide, limits.minShortSide].map((side) => side ?? '?')
  const facts = [
    types.map(typeName).join(' / '),
    has('minSeconds') ? range(intl, limits.minSeconds, limits.maxSeconds) : '',
    has('minLongSide') && (limits.minLongSide || limits.minShortSide) ? `≥ ${sides.join(' × ')}` : '',
    types.length > 0 && maxMegabytes ? `≤ ${maxMegabytes} MB` : '',
    types.length > 0 && (maxFiles ?? 1) > 1 ? `× ${range(intl, String(minFiles ?? 1), String(maxFiles ?? 1))}` : '',
  ]
  return facts.filter(Boolean).join(' · ')
}

export const usePartWords = () => {
  const intl = useIntl()
  return (key: IdAfter<'office.parts.'>, values?: Record<string, string | number>): string =>
    intl.formatMessage({ id: `office.parts.${key}` }, values)
}
