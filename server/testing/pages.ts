import type { Site } from '../pages/site.ts'

/** Notes the language and the error of each failure page that is rendered. */
export const recordFailures =
  (rendered: string[]) =>
  (built: Site): Site => ({
    ...built,
    load: async () => {
      const module = await built.load()
      return {
        ...module,
        renderPage: (input) => {
          if (input.failure) rendered.push(`${input.locale} ${input.failure.error}`)
          return module.renderPage(input)
        },
      }
    },
  })
