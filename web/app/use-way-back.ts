import { safeRedirect } from '../features/sign-in/redirect.ts'
import { useRouter, useRouterState } from '../router/router-context.tsx'

/** The page to return to: `redirect` of the address if it is a page of this site, else the given one. */
export const useWayBack = () => {
  const router = useRouter()
  const query = new URLSearchParams(useRouterState().place.search)
  return {
    query,
    wayBack: (otherwise: string): string =>
      safeRedirect(query.get('redirect'), location.origin, router.base) ?? otherwise,
  }
}
