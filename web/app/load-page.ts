import type { PageModule } from '../router/route.ts'

export const isOfficePage = (file: string): boolean => file.startsWith('office/')

const personalFiles =
  /^(?:recommendations\/|review\/|contest\/(?:enrolment|sealed-form|team|work)|account\/(?:center|evpi|settings|welcome)|[^/]+\/own$)/

/** A page of somebody who is signed in. */
export const isPersonalPage = (file: string): boolean => personalFiles.test(file)

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

/** Each list is loaded with the first page of it that is opened by a link. */
const findPage = async (file: string): Promise<(() => Promise<PageModule>) | undefined> => {
  if (isOfficePage(file)) return (await import('./office/office-pages.ts')).officePage(file)
  if (isPersonalPage(file)) return (await import('./personal-pages.ts')).personalPage(file)
  return (await import('./public-pages.ts')).publicPage(file)
}

const importPage = async (file: string): Promise<PageModule> => {
  const load = await findPage(file)
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
