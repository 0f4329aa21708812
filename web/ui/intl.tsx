import { createContext, createElement, Fragment, use, type ReactNode } from 'react'
import { dateFormat, numberFormat, pluralRules } from '@lectern/contract/formatters.ts'
import { formatMoment, type MomentFormat } from '@lectern/contract/moment-formats.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { joinList, listSeparator } from '@lectern/contract/lists.ts'
import type { MessageId } from '@lectern/messages/message-id.ts'
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { formatToParts, type PrimitiveType } from 'intl-messageformat'

/** Messages by id. Those with placeholders are parsed at build time; a string is shown as it is. */
export type Messages = Readonly<Record<string, string | MessageFormatElement[]>>

type Moment = Date | number | string
type Values = Readonly<Record<string, PrimitiveType>>

/** Values may be elements, and functions for the tags of a message. */
type RichValues = Readonly<Record<string, PrimitiveType | ReactNode | ((chunks: ReactNode) => ReactNode)>>

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

/** Messages name no formats: the build refuses them (parse-messages.ts). */
const noFormats = { number: {}, date: {}, time: {} }

/** One node: a list would need a key for each element, and these have no identity but their place. */
const joinNodes = (nodes: readonly ReactNode[]): ReactNode => createElement(Fragment, null, ...nodes)

export const createIntl = ({ locale, messages = {}, timeZone, onError = console.error }: IntlOptions): IntlShape => {
  const formatters = {
    getNumberFormat: (_: unknown, options: Intl.NumberFormatOptions) => numberFormat(locale, options),
    getDateTimeFormat: (_: unknown, options: Intl.DateTimeFormatOptions) =>
      dateFormat(locale, { timeZone, ...options }),
    getPluralRules: (_: unknown, options: Intl.PluralRulesOptions) => pluralRules(locale, options),
  } as Parameters<typeof formatToParts>[2]

  const format = <Result,>(id: string, values: object): string | Result | (string | Result)[] => {
    const message = messages[id]
    if (message === undefined) {
      onError(`No text “${id}” in ${locale}`)
      return id
    }
    if (typeof message === 'string') return message
    try {
      // The formatter has a copy of the parser of its own, whose types have other names.
      const elements = message as unknown as Parameters<typeof formatToParts>[0]
      const parts = formatToParts<Result>(elements, locale, formatters, noFormats, values as Record<string, Result>)
      // Neighbouring texts are one part already.
      return parts.length > 1 ? parts.map(({ value }) => value) : (parts[0]?.value ?? '')
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
      const joined = Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'function' ? (chunks: ReactNode[]) => value(joinNodes(chunks)) : value,
      ])
      const parts = format<ReactNode>(id, Object.fromEntries(joined))
      return Array.isArray(parts) ? joinNodes(parts) : parts
    },
    formatNumber: (value, options) => numberFormat(locale, options).format(value),
    formatNumberToParts: (value, options) => numberFormat(locale, options).formatToParts(value),
    formatMoment: (value, style, zone = timeZone) => formatMoment(locale, value, style, zone),
    formatList: (items) => joinList(locale, items),
    formatRichList: (items) =>
      joinNodes(items.flatMap((item, place) => (place === 0 ? [item] : [listSeparator(locale), item]))),
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
