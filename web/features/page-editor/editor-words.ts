import { useMemo } from 'react'
import type { PageName, SectionType } from '@lectern/contract/section-shapes.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { WrittenSection } from '@lectern/contract/sections.ts'
import { useIntl, type IntlShape } from '../../ui/intl.tsx'
import { titleOf } from './section-content.ts'

type Values = Record<string, string | number>

const wordsOf = (intl: IntlShape) => {
  const say = (id: string, values?: Values): string => intl.formatMessage({ id: `office.pages.${id}` }, values)
  /** The words of a kind of section, where it has its own. */
  const sayOf = (type: SectionType, id: string): string => {
    const own = `office.pages.${type}.${id}`
    return own in intl.messages ? intl.formatMessage({ id: own }) : say(`field.${id}`)
  }
  const type = (name: SectionType): string => say(`type.${name}`)
  return {
    say,
    list: (items: readonly string[]): string => intl.formatList(items),
    type,
    typeHelp: (name: SectionType): string => say(`typeHelp.${name}`),
    page: (name: PageName): string =>
      name === 'Welcome' ? say('welcomePage') : intl.formatMessage({ id: `page.${name}` }),
    field: sayOf,
    choice: (field: string, value: string): string =>
      field === 'category' ? intl.formatMessage({ id: `material.category.${value}` }) : say(`choice.${field}.${value}`),
    /** What a section is called where it is talked about. */
    nameOf: (section: WrittenSection): string => {
      const title = titleOf(section, intl.locale as Locale)
      return title ? say('named', { title, type: type(section.type) }) : type(section.type)
    },
  }
}

/** What the editor says. */
export const useEditorWords = () => {
  const intl = useIntl()
  return useMemo(() => wordsOf(intl), [intl])
}
