import type { AnchorHTMLAttributes, FormHTMLAttributes, MouseEvent, SubmitEvent } from 'react'
import { go } from './history.ts'
import { withBase, withoutBase } from './match.ts'
import { useRouter, useRouterState } from './router-context.tsx'

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Path on this site, below the router base. */
  to: string
  keepScroll?: boolean | undefined
}

type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'defaultPrevented'>

/** A click that follows a link here, and not one that opens a tab or a menu. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented }: Click): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey && !defaultPrevented

/** A link to a page of this site. Without script it is a link like any other. */
export const Link = ({ to, keepScroll = false, onClick, ...rest }: LinkProps) => {
  const router = useRouter()
  return (
    <a
      {...rest}
      href={withBase(to, router.base)}
      onClick={(event) => {
        onClick?.(event)
        if (!isPlainClick(event) || rest.target) return
        event.preventDefault()
        void go(router, to, { keepScroll })
      }}
    />
  )
}

interface AnyLinkProps extends Omit<LinkProps, 'to'> {
  /** As an organiser entered it: a path of this site, or an address elsewhere. */
  address: string
}

/** Files and data of this site: they are not below the router base. */
const isPage = (address: string): boolean => /^\/(?!api\/)/.test(address)

/** A link whose address is data. */
export const AnyLink = ({ address, keepScroll, ...rest }: AnyLinkProps) =>
  isPage(address) ? (
    <Link {...rest} to={address} keepScroll={keepScroll} />
  ) : (
    <a {...rest} href={address} rel="noopener noreferrer" />
  )

/** A link that knows when its page, or one below it, is the current one. */
export const MenuLink = (props: LinkProps) => {
  const { pathname } = useRouterState().place
  const here = pathname.toLowerCase()
  const there = props.to.toLowerCase()
  const isCurrent = here === there || (there !== '/' && here.startsWith(`${there}/`))
  return <Link {...props} aria-current={isCurrent ? 'page' : undefined} />
}

interface QueryFormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'action'> {
  /** Path that the fields are added to as a query. */
  to: string
}

/** A form that leads to an address, such as a search. Without script the browser does the same. */
export const QueryForm = ({ to, ...rest }: QueryFormProps) => {
  const router = useRouter()
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const query = new URLSearchParams()
    for (const [name, value] of new FormData(event.currentTarget)) {
      if (typeof value === 'string' && value.trim()) query.append(name, value.trim())
    }
    // A search on its own page leaves the reader in the box; from anywhere else it is a way to another page.
    const keepScroll = to.toLowerCase() === router.state.place.pathname.toLowerCase()
    void go(router, query.size > 0 ? `${to}?${query}` : to, { keepScroll })
  }
  return <form {...rest} action={withBase(to, router.base)} method="get" onSubmit={submit} />
}

/** For HTML with links of its own, written without knowledge of the router base. */
export const useLinksInside = () => {
  const router = useRouter()
  const { base } = router
  return {
    place: (html: string): string =>
      base === '/'
        ? html
        : html.replaceAll(
            /(<a href=")(\/(?!api\/)[^"]*)/g,
            (_, tag: string, path: string) => tag + withBase(path, base),
          ),
    follow: (event: MouseEvent): void => {
      const link = (event.target as Element).closest('a')
      const path = link?.origin === location.origin ? withoutBase(link.pathname, base) : undefined
      if (!link || path === undefined || !router.hasPage(path) || !isPlainClick(event)) return
      event.preventDefault()
      void go(router, `${path}${link.search}${link.hash}`)
    },
  }
}
