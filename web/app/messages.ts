import type { Locale } from '@lectern/contract/locales.ts'
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'

export type Messages = Record<string, string> | Record<string, MessageFormatElement[]>

const loaders: Record<Locale, () => Promise<{ default: unknown }>> = {
  'zh-CN': () => import('virtual:messages/zh-CN'),
  'zh-TW': () => import('virtual:messages/zh-TW'),
  'en-US': () => import('virtual:messages/en-US'),
  'pt-BR': () => import('virtual:messages/pt-BR'),
  'id-ID': () => import('virtual:messages/id-ID'),
}

/** The texts of one language, as one file. */
export const loadMessages = async (locale: Locale): Promise<Messages> => (await loaders[locale]()).default as Messages
