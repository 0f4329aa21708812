import type { AnchorHTMLAttributes, FormHTMLAttributes, MouseEvent, SubmitEvent } from 'react'
import { go } from './history.ts'
import { withBase, withoutBase } from './match.ts'
import { useRouter, useRouterState } from './router-context.tsx'

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path of this site, without the router base. */
  to: string
  keepScroll?: boolean | undefined
}

type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'defaultPrevented'>

/** A click that opens the link here, not in a new tab or menu. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented }: Click): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey && !defaultPrevented

/** A link to a page of this site. Without JavaScript it is a normal link. */
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
  /** A path of this site or an external URL, as an organiser entered it. */
  address: string
}

/** Files and API addresses are not below the router base. */
const isPage = (address: string): boolean => /^\/(?!api\/)/.test(address)

/** A link with a dynamic address. */
export const AnyLink = ({ address, keepScroll, ...rest }: AnyLinkProps) =>
  isPage(address) ? (
    <Link {...rest} to={address} keepScroll={keepScroll} />
  ) : (
    <a {...rest} href={address} rel="noopener noreferrer" />
  )

/** Whether this page, or one below it, is open. */
export const isCurrent = (pathname: string, path: string): boolean => {
  const here = pathname.toLowerCase()
  const there = path.toLowerCase()
  return here === there || (there !== '/' && here.startsWith(`${there}/`))
}

/** A link that is marked as current if its page, or one below it, is open. */
export const MenuLink = (props: LinkProps) => {
  const { pathname } = useRouterState().place
  return <Link {...props} aria-current={isCurrent(pathname, props.to) ? 'page' : undefined} />
}

interface QueryFormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'action'> {
  /** The path that the fields are added to as a query. */
  to: string
}

/** A form that navigates to an address, such as a search. Without JavaScript the browser does the same. */
export const QueryForm = ({ to, ...rest }: QueryFormProps) => {
  const router = useRouter()
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const query = new URLSearchParams()
    for (const [name, value] of new FormData(event.currentTarget)) {
      if (typeof value === 'string' && value.trim()) query.append(name, value.trim())
    }
    // A search on its own page keeps the scroll position; from another page it is a navigation.
    const keepScroll = to.toLowerCase() === router.state.place.pathname.toLowerCase()
    void go(router, query.size > 0 ? `${to}?${query}` : to, { keepScroll })
  }
  return <form {...rest} action={withBase(to, router.base)} method="get" onSubmit={submit} />
}

/** For links in HTML of editors, which do not contain the router base. */
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
