import type { IdAfter } from '@lectern/messages/message-id.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize, type LocalizedText } from '@lectern/contract/localized.ts'
import { isFilePart, limitsOfKind } from '@lectern/contract/works/work-values.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { readDuration } from '../../../ui/duration.ts'
import type { LocalProblem } from '../../admin-ui/components/content-editor.tsx'
import { chosenTypes, type PartFields, type RulesFields } from './work-fields.ts'

const isSilent = (text: LocalizedText): boolean => Object.values(text).every((words) => !words.trim())

type Problem = [at: string, key: IdAfter<'office.parts.wrong.'>]

function* checkLength({ kind, limits }: PartFields): Generator<Problem> {
  const names: readonly string[] = limitsOfKind[kind]
  if (!names.includes('minSeconds')) return
  const [least, most] = [limits.minSeconds?.trim() ?? '', limits.maxSeconds?.trim() ?? '']
  const [min, max] = [readDuration(least), readDuration(most)]
  if (least && !min) yield ['limits.minSeconds', 'length']
  if (most && !max) yield ['limits.maxSeconds', 'length']
  if (min && max && min > max) yield ['limits.maxSeconds', 'lengths']
}

function* checkPart(part: PartFields, { blind }: RulesFields, language: Locale): Generator<Problem> {
  if (isSilent(part.label)) yield [`label.${language}`, 'label']
  yield* checkLength(part)
  if (!isFilePart(part.kind)) return
  if ((part.minFiles ?? 1) > (part.maxFiles ?? 1)) yield ['maxFiles', 'files']
  if (chosenTypes(part, blind).length === 0) yield ['types', 'types']
}

/** What is wrong with the rules for works, each told where it can be corrected. */
export const useWorkCheck = () => {
  const intl = useIntl()
  const t = (key: IdAfter<'office.parts.'>, values: Record<string, string | number>): string =>
    intl.formatMessage({ id: `office.parts.${key}` }, values)
  return (rules: RulesFields, language: Locale): LocalProblem[] => [
    ...rules.parts.flatMap((part, at) => {
      const name = localize(part.label, intl.locale).text || t('at', { position: at + 1 })
      return [...checkPart(part, rules, language)].map(([place, key]) => ({
        path: `workRules.parts.${at}.${place}`,
        message: t(`wrong.${key}`, { name }),
        isOnlyHere: key === 'length' || key === 'types',
      }))
    }),
    ...rules.declarations.flatMap(({ text }, at) =>
      isSilent(text)
        ? [
            {
              path: `workRules.declarations.${at}.text.${language}`,
              message: t('wrong.declaration', { position: at + 1 }),
            },
          ]
        : [],
    ),
  ]
}
