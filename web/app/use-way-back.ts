import { safeRedirect } from '../features/sign-in/redirect.ts'
import { useRouter, useRouterState } from '../router/router-context.tsx'

/** What the address says about where somebody came from: a page of this site to go back to, else the one given. */
export const useWayBack = () => {
  const router = useRouter()
  const query = new URLSearchParams(useRouterState().place.search)
  return {
    query,
    wayBack: (otherwise: string): string =>
      safeRedirect(query.get('redirect'), location.origin, router.base) ?? otherwise,
  }
}
