import type { ReactNode } from 'react'
import type { Client } from '../request/client.ts'
import { RouterProvider } from '../router/router-context.tsx'
import type { Router } from '../router/router.ts'
import type { ToastStore } from '../ui/toast-store.ts'
import { Toasts } from '../ui/toasts.tsx'
import { ClientProvider } from './client-context.tsx'
import { Document } from './document.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { LanguageProvider } from './language-context.tsx'
import type { Language } from './language.ts'
import { RootLayout } from './root-layout.tsx'
import type { SessionStore } from './session-store.ts'
import { SessionProvider } from './session.tsx'
import { SiteFailure } from './site-failure.tsx'
import type { SiteState } from './site-state.ts'
import { SiteProvider } from './site.tsx'

export interface AppProps {
  state: SiteState
  language: Language
  client: Client
  router: Router
  toasts: ToastStore
  session: SessionStore
}

/** What every component may use. */
export const provide = (
  { state, language, client, router, session }: Omit<AppProps, 'toasts'>,
  children: ReactNode,
) => (
  <LanguageProvider language={language}>
    <SiteProvider facts={state.facts}>
      <RouterProvider value={router}>
        <ClientProvider value={client}>
          <SessionProvider store={session}>{children}</SessionProvider>
        </ClientProvider>
      </RouterProvider>
    </SiteProvider>
  </LanguageProvider>
)

/** The whole site, the same on the server and in the browser. */
export const App = (props: AppProps) =>
  provide(
    props,
    <Document state={props.state}>
      <ErrorBoundary Fallback={SiteFailure}>
        <RootLayout />
        <Toasts store={props.toasts} />
      </ErrorBoundary>
    </Document>,
  )
