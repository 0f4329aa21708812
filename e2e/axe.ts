import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

type Options = Parameters<AxeBuilder['options']>[0]

interface Look extends Pick<Options, 'rules' | 'runOnly'> {
  /** Where to look; the whole page if nothing is said. */
  within?: string
  without?: string
}

/** Rules that axe leaves out by itself: who speaks to a computer says what is written, and fingers need 24 px. */
const alsoAsked = { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } }

/** Colours on their way from one theme to the other are those of neither. */
const transitionsEnd = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    return Promise.allSettled(transitions.map(({ finished }) => finished)).then(() => undefined)
  })

/**
 * What axe objects to, a line for each element. It runs in the page itself and tells only that: by default it opens a second page for every
 * look and describes each element that is all right, which takes five times as long.
 */
export const findProblems = async (
  page: Page,
  { within = 'html', without, rules, ...options }: Look = {},
): Promise<string[]> => {
  await transitionsEnd(page)
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
