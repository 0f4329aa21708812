import type { IdAfter } from '@lectern/messages/message-id.ts'
import { useMemo } from 'react'
import type { PageName, SectionType } from '@lectern/contract/pages/section-shapes.ts'
import type { WrittenSection } from '@lectern/contract/pages/sections.ts'
import { hasMessage, useIntl, type IntlShape } from '../../../ui/intl.tsx'
import { titleOf } from './section-content.ts'

type Values = Record<string, string | number>

const wordsOf = (intl: IntlShape) => {
  const t = (id: IdAfter<'office.pages.'>, values?: Values): string =>
    intl.formatMessage({ id: `office.pages.${id}` }, values)
  /** Message ids follow from the section shapes; a test checks that they exist. */
  const textOf = (id: string): string => (hasMessage(intl, id) ? intl.formatMessage({ id }) : id)
  /** The label for a section type, if it has its own. */
  const translatorFor = (type: SectionType, id: string): string => {
    const own = `office.pages.${type}.${id}`
    return textOf(hasMessage(intl, own) ? own : `office.pages.field.${id}`)
  }
  const type = (name: SectionType): string => t(`type.${name}`)
  return {
    t,
    list: (items: readonly string[]): string => intl.formatList(items),
    type,
    typeHelp: (name: SectionType): string => t(`typeHelp.${name}`),
    page: (name: PageName): string =>
      name === 'Welcome' ? t('welcomePage') : intl.formatMessage({ id: `page.${name}` }),
    field: translatorFor,
    choice: (field: string, value: string): string =>
      textOf(field === 'category' ? `material.category.${value}` : `office.pages.choice.${field}.${value}`),
    /** The name of a section in lists and messages. */
    nameOf: (section: WrittenSection): string => {
      const title = titleOf(section, intl.locale)
      return title ? t('named', { title, type: type(section.type) }) : type(section.type)
    },
  }
}

export const useEditorWords = () => {
  const intl = useIntl()
  return useMemo(() => wordsOf(intl), [intl])
}
