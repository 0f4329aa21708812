import type { PageModule } from '../router/route.ts'

const modules = import.meta.glob<PageModule>([
  '../pages/{recommendations,review}/*.tsx',
  '../pages/contest/{enrolment,sealed-form,team*,work*}.tsx',
  '../pages/account/{center*,evpi,settings,welcome}.tsx',
  '../pages/*/own.tsx',
])

/** Finds a page of somebody who is signed in. In a separate file: visitors do not load the list of these pages. */
export const personalPage = (file: string): (() => Promise<PageModule>) | undefined => modules[`../pages/${file}.tsx`]
