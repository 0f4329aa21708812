import type { PageModule } from '../../router/route.ts'

const modules = import.meta.glob<PageModule>('../../pages/office/*.tsx')

/** Finds a page of the office. In a separate file: visitors do not load the list of its pages. */
export const officePage = (file: string): (() => Promise<PageModule>) | undefined => modules[`../../pages/${file}.tsx`]
