import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'

/** Texts as browsers get them: ICU messages parsed, plain ones as they are, so that no parser needs to travel. */
export const parseMessages = (
  texts: Readonly<Record<string, string>>,
): Record<string, string | MessageFormatElement[]> => {
  const parsed = Object.entries(texts).map(([id, text]) => {
    const parts = parse(text, { captureLocation: false })
    const [first] = parts
    return [id, parts.length === 1 && first?.type === TYPE.literal ? first.value : parts] as const
  })
  return Object.fromEntries(parsed)
}
