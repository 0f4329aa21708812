import type { PageModule } from '../router/route.ts'

const modules = import.meta.glob<PageModule>([
  '../pages/**/*.tsx',
  '!../pages/office/**',
  // What personal-pages.ts lists.
  '!../pages/{recommendations,review}/**',
  '!../pages/contest/{enrolment,sealed-form,team*,work*}.tsx',
  '!../pages/account/{center*,evpi,settings,welcome}.tsx',
  '!../pages/*/own.tsx',
])

/** Finds a page of visitors. In a separate file: the document names its own page, and the list is for the pages after it. */
export const publicPage = (file: string): (() => Promise<PageModule>) | undefined => modules[`../pages/${file}.tsx`]
