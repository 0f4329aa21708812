import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { isProving } from '@lectern/contract/testing/repetitions.ts'

type Options = Parameters<AxeBuilder['options']>[0]

interface Look extends Pick<Options, 'rules' | 'runOnly'> {
  /** Selector of the part to check; default: the whole page. */
  within?: string
  without?: string
}

/** Rules that are off by default in axe. Voice control users say the visible label, and touch targets need 24 px. */
const alsoAsked = { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } }

/** During a transition between themes, colours belong to neither. A page that nobody looks at would never end one by itself. */
const endTransitions = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
  })

/**
 * Violations, one line per element. Runs axe directly in the page and returns violations only: the Playwright
 * integration opens a second page for each run and reports every passed element, which takes five times as long.
 */
export const findProblems = async (
  page: Page,
  { within = 'html', without, rules, ...options }: Look = {},
): Promise<string[]> => {
  await endTransitions(page)
  const asked = { ...alsoAsked, ...rules }
  const axe = new AxeBuilder({ page })
    .options({ ...options, rules: asked, resultTypes: ['violations'] })
    .setLegacyMode()
  axe.include(within)
  if (without) axe.exclude(without)
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  )
}

/** The same for a page that another journey checks too: only `npm run prove` checks it again. */
export const findProblemsAgain = async (page: Page, look: Look = {}): Promise<string[]> =>
  isProving ? findProblems(page, look) : []
