import type { PageModule } from '../router/route.ts'

const pageModules = import.meta.glob<PageModule>('../pages/**/*.tsx')

/** As long as the boot script waits for the first page. */
export const loadMilliseconds = 120_000

/** Code or style of a page did not arrive. */
export class LoadError extends Error {
  override name = 'LoadError'
}

const withinTime = <T>(loading: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LoadError('timed out')), loadMilliseconds)
  })
  return Promise.race([loading, late]).finally(() => clearTimeout(timer))
}

/** A page's module by its file under pages/, without the ending. */
export const loadPage = async (file: string): Promise<PageModule> => {
  const load = pageModules[`../pages/${file}.tsx`]
  if (!load) throw new Error(`There is no page ${file}`)
  try {
    return await withinTime(load())
  } catch (error) {
    throw error instanceof LoadError ? error : new LoadError('failed', { cause: error })
  }
}
