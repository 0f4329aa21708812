import type { IdAfter } from '@lectern/messages/message-id.ts'
import type { FieldProblem } from '@lectern/contract/envelope.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize, type LocalizedText } from '@lectern/contract/localized.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { hasOptions, type Question } from './question.ts'

const isSilent = (text: LocalizedText): boolean => Object.values(text).every((words) => !words.trim())

/** Finds questions and options without any text. */
export const useQuestionCheck = () => {
  const intl = useIntl()
  const t = (key: IdAfter<'office.activities.'>, values: Record<string, string | number>): string =>
    intl.formatMessage({ id: `office.activities.${key}` }, values)
  return (questions: readonly Question[], language: Locale): FieldProblem[] =>
    questions.flatMap((question, at) => {
      const name = localize(question.label, intl.locale).text || t('questionAt', { position: at + 1 })
      const options = hasOptions(question) ? (question.options ?? []) : []
      return [
        ...(isSilent(question.label)
          ? [{ path: `fields.${at}.label.${language}`, message: t('labelMissing', { name }) }]
          : []),
        ...(hasOptions(question) && options.length === 0
          ? [{ path: `fields.${at}.type`, message: t('optionsMissing', { name }) }]
          : []),
        ...options.flatMap(({ label }, position) =>
          isSilent(label)
            ? [
                {
                  path: `fields.${at}.options.${position}.label.${language}`,
                  message: t('optionMissing', { name, position: position + 1 }),
                },
              ]
            : [],
        ),
      ]
    })
}
