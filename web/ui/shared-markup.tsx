import { createContext, createElement, use, type ComponentProps, type ReactNode } from 'react'

/** Returns a mark in place of content that is the same on many pages; it is rendered for the first of them only. */
export type RenderShared = (name: string, content: ReactNode) => string

const SharedMarkupContext = /* @__PURE__ */ createContext<RenderShared | undefined>(undefined)

/** Only the server has one: a browser renders everything itself. */
export const SharedMarkupProvider = SharedMarkupContext.Provider

type SharedTag = 'nav' | 'footer' | 'details' | 'head' | 'section'

type SharedProps<Tag extends SharedTag> = ComponentProps<Tag> & {
  tag: Tag
  /**
   * The same name means the same content on all pages that have the same language and current menu entry; absent: it
   * is not shared.
   */
  name: string | undefined
}

/**
 * An element whose content the server renders once instead of for each page: menus and footer take several times as
 * long as most pages. The content may depend on language, settings and current menu entry, and on nothing else. It
 * contains no `useId`, whose ids would repeat, and no picture, which React would preload from inside of the element.
 */
export const Shared = <Tag extends SharedTag>({ tag, name, ...rest }: SharedProps<Tag>) => {
  // Browsers load nothing of this.
  const renderShared = import.meta.env.SSR ? use(SharedMarkupContext) : undefined
  if (!renderShared || name === undefined) return createElement(tag, rest)
  const { children, ...attributes } = rest
  return createElement(tag, { ...attributes, dangerouslySetInnerHTML: { __html: renderShared(name, children) } })
}
