import type { RouterState } from '../../router/router.ts'

/** Whether a page is shown. Every step that reloads the page makes another screen: what is read beside the page depends on it. */
export const isPage = ({ kind }: RouterState['screen']): boolean => kind === 'page'
