import type { Round } from '@lectern/contract/rounds/rounds.ts'
import type { RoundTab } from './round-tab.ts'
import { rulesTab } from './components/rules-tab.tsx'
import { conflictsTab } from './components/conflicts-tab.tsx'
import { expertsTab } from './components/experts-tab.tsx'
import { gridTab } from './components/grid-tab.tsx'
import { planTab } from './components/plan-tab.tsx'
import { worksTab } from './components/works-tab.tsx'
import { boardTab } from '../../scoring/office/components/board-tab.tsx'
import { flagsTab } from '../../scoring/office/components/flags-tab.tsx'
import { integrityTab } from '../../scoring/office/components/integrity-tab.tsx'
import { resultTab } from '../../scoring/office/components/result-tab.tsx'

/** In display order. */
const roundTabs: readonly RoundTab[] = [
  boardTab,
  gridTab,
  rulesTab,
  worksTab,
  expertsTab,
  conflictsTab,
  planTab,
  flagsTab,
  integrityTab,
  resultTab,
]

export const tabsOf = (round: Round): readonly RoundTab[] =>
  roundTabs.filter(({ isShown = () => true }) => isShown(round))

/** The requested tab. Otherwise the board of a round with a plan, and the rules of one that is being set up. */
export const chosenTab = (round: Round, name: string | null): RoundTab => {
  const tabs = tabsOf(round)
  const usual = round.state === 'draft' ? 'rules' : 'board'
  return tabs.find(({ key }) => key === name) ?? tabs.find(({ key }) => key === usual) ?? tabs[0]!
}
