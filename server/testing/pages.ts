import type { PageInput, PageOutput } from '@lectern/contract/settings/site.ts'
import type { Site } from '../pages/site.ts'

/** Wraps every render of the built pages. */
export const aroundRender =
  (render: (input: PageInput, proceed: () => Promise<PageOutput>) => Promise<PageOutput>) =>
  (built: Site): Site => ({
    ...built,
    load: async () => {
      const module = await built.load()
      return { ...module, renderPage: (input) => render(input, () => module.renderPage(input)) }
    },
  })

/** Records the language and the error of each rendered failure page. */
export const recordFailures = (rendered: string[]) =>
  aroundRender((input, proceed) => {
    if (input.failure) rendered.push(`${input.locale} ${input.failure.error}`)
    return proceed()
  })
