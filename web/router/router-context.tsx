import { createContext, use, useSyncExternalStore } from 'react'
import type { LoaderInput } from './route.ts'
import type { Router, RouterState } from './router.ts'

const RouterContext = createContext<Router | undefined>(undefined)

export const RouterProvider = RouterContext.Provider

export const useRouter = (): Router => {
  const router = use(RouterContext)
  if (!router) throw new Error('useRouter outside of RouterProvider')
  return router
}

export const useRouterState = (): RouterState => {
  const router = useRouter()
  return useSyncExternalStore(
    router.subscribe,
    () => router.state,
    // During hydration, React must see the same state as the server.
    () => router.initial,
  )
}

/** The result of this page's loader. */
export const useData = <Loader extends (input: LoaderInput) => Promise<unknown>>(): Awaited<ReturnType<Loader>> => {
  const { screen } = useRouterState()
  if (screen.kind !== 'page') throw new Error('useData outside of a page')
  return screen.data as Awaited<ReturnType<Loader>>
}
