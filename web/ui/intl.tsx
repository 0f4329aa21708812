import { Children, createContext, createElement, Fragment, use, type ReactNode } from 'react'
import { dateFormat, numberFormat, pluralRules } from '@lectern/contract/formatters.ts'
import { formatMoment, type MomentFormat } from '@lectern/contract/moment-formats.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { joinList, listSeparator } from '@lectern/contract/lists.ts'
import type { MessageId } from '@lectern/messages/message-id.ts'
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { IntlMessageFormat, type PrimitiveType } from 'intl-messageformat'

/** Messages by id. Those with placeholders are parsed at build time; a string is shown as it is. */
export type Messages = Readonly<Record<string, string | MessageFormatElement[]>>

type Moment = Date | number | string
type Values = Readonly<Record<string, PrimitiveType>>

/** Values may be elements, and functions for the tags of a message. */
type RichValues = Readonly<Record<string, PrimitiveType | ReactNode | ((chunks: ReactNode[]) => ReactNode)>>

/** Messages and formats of one language. */
export interface IntlShape {
  readonly locale: Locale
  readonly messages: Messages
  /** Time zone of the reader; undefined: that of the computer. */
  readonly timeZone: string | undefined
  formatMessage(message: { id: MessageId }, values?: Values): string
  /** A message with elements in it. */
  formatRich(id: MessageId, values: RichValues): ReactNode
  formatNumber(value: number, options?: Intl.NumberFormatOptions): string
  formatNumberToParts(value: number, options?: Intl.NumberFormatOptions): Intl.NumberFormatPart[]
  /** Default: the reader's time zone. */
  formatMoment(value: Moment, format: MomentFormat, timeZone?: string): string
  formatList(items: readonly string[]): string
  /** A list of elements. */
  formatRichList(items: readonly ReactNode[]): ReactNode
}

interface IntlOptions {
  locale: Locale
  messages?: Messages
  timeZone?: string | undefined
  /** Called for a message that is missing or cannot be formatted; its id is shown instead. */
  onError?: (problem: string) => void
}

// Messages are parsed at build time, and the site only has existing locales. Resolving the locale by the browser's
// list, the default, takes 100 ms on slow phones.
IntlMessageFormat.resolveLocale = (locale) => new Intl.Locale(String(locale))

export const createIntl = ({ locale, messages = {}, timeZone, onError = console.error }: IntlOptions): IntlShape => {
  const parsed = new Map<string, IntlMessageFormat>()
  const formatters = {
    getNumberFormat: (_: unknown, options: Intl.NumberFormatOptions) => numberFormat(locale, options),
    getDateTimeFormat: (_: unknown, options: Intl.DateTimeFormatOptions) =>
      dateFormat(locale, { timeZone, ...options }),
    getPluralRules: (_: unknown, options: Intl.PluralRulesOptions) => pluralRules(locale, options),
  } as NonNullable<ConstructorParameters<typeof IntlMessageFormat>[3]>['formatters']

  const format = <Result,>(id: string, values: object): string | Result | (string | Result)[] => {
    const message = messages[id]
    if (message === undefined) {
      onError(`No text “${id}” in ${locale}`)
      return id
    }
    if (typeof message === 'string') return message
    try {
      const text = parsed.get(id) ?? new IntlMessageFormat(message, locale, undefined, { formatters: formatters! })
      parsed.set(id, text)
      return text.format<Result>(values as Record<string, Result>)
    } catch (error) {
      onError(`Text “${id}” in ${locale}: ${String(error)}`)
      return id
    }
  }

  return {
    locale,
    messages,
    timeZone,
    formatMessage: ({ id }, values = {}) => format<string>(id, values) as string,
    formatRich: (id, values) => {
      const keyed = Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'function' ? (chunks: ReactNode[]) => value(Children.toArray(chunks)) : value,
      ])
      const parts = format<ReactNode>(id, Object.fromEntries(keyed))
      return Array.isArray(parts) ? createElement(Fragment, null, ...parts) : parts
    },
    formatNumber: (value, options) => numberFormat(locale, options).format(value),
    formatNumberToParts: (value, options) => numberFormat(locale, options).formatToParts(value),
    formatMoment: (value, style, zone = timeZone) => formatMoment(locale, value, style, zone),
    formatList: (items) => joinList(locale, items),
    formatRichList: (items) =>
      Children.toArray(items.flatMap((item, place) => (place === 0 ? [item] : [listSeparator(locale), item]))),
  }
}

/** For ids that are not in the code, such as stored values of older versions. */
export const hasMessage = (intl: Pick<IntlShape, 'messages'>, id: string): id is MessageId =>
  Object.hasOwn(intl.messages, id)

const IntlContext = createContext<IntlShape | undefined>(undefined)

export const IntlProvider = IntlContext

export const useIntl = (): IntlShape => {
  const intl = use(IntlContext)
  if (!intl) throw new Error('useIntl outside of IntlProvider')
  return intl
}

/** A message in the language of the page. */
export const FormattedMessage = ({ id, values }: { id: MessageId; values?: RichValues }): ReactNode => {
  const intl = useIntl()
  return intl.formatRich(id, values ?? {})
}
