import type { Locale } from '@lectern/contract/locales.ts'

/**
 * The field where a problem is shown. The server names what is wrong, which may be a text in several languages or a whole
 * question of a form: then it is the field of the language that is being edited, or the first one inside. What has no
 * field is shown at the nearest one around it.
 */
export const placeOf = (path: string, fields: readonly string[], language: Locale): string | undefined => {
  const steps = path.split('.')
  for (let length = steps.length; length > 0; length -= 1) {
    const start = steps.slice(0, length).join('.')
    const field =
      [start, `${start}.${language}`].find((name) => fields.includes(name)) ??
      fields.find((name) => name.startsWith(`${start}.`))
    if (field !== undefined) return field
  }
  return undefined
}
