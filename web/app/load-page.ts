import type { PageModule } from '../router/route.ts'

const pageModules = import.meta.glob<PageModule>(['../pages/**/*.tsx', '!../pages/office/**'])

export const isOfficePage = (file: string): boolean => file.startsWith('office/')

/** Same timeout as in the boot script. */
export const loadMilliseconds = 120_000

/** Code or styles of a page failed to load. */
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

const importPage = async (file: string): Promise<PageModule> => {
  const load = isOfficePage(file)
    ? (await import('./office/office-pages.ts')).officePage(file)
    : pageModules[`../pages/${file}.tsx`]
  if (!load) throw new Error(`There is no page ${file}`)
  return load()
}

/** Imports a page module by its path under pages/, without the extension. */
export const loadPage = async (file: string): Promise<PageModule> => {
  try {
    return await withinTime(importPage(file))
  } catch (error) {
    throw error instanceof LoadError ? error : new LoadError('failed', { cause: error })
  }
}
