import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'

/** Messages for the browser: ICU messages are parsed at build time, so that the browser needs no parser. */
export const parseMessages = (
  texts: Readonly<Record<string, string>>,
): Record<string, string | MessageFormatElement[]> => {
  const parsed = Object.entries(texts).map(([id, text]) => {
    const parts = parse(text, { captureLocation: false })
    if (/\{\w+, *(date|time)\b|\{\w+, *number *,/.test(text))
      throw new Error(`“${id}” names a format: format its value before`)
    const [first] = parts
    return [id, parts.length === 1 && first?.type === TYPE.literal ? first.value : parts] as const
  })
  return Object.fromEntries(parsed)
}
