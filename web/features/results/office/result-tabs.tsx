import type { ActivityResults, ResultList } from '@lectern/contract/results/results.ts'
import { differenceTab } from './components/difference-tab.tsx'
import { overviewTab } from './components/overview-tab.tsx'
import { prizeRulesTab } from './components/prize-rules-tab.tsx'
import { rankingsTab } from './components/rankings-tab.tsx'
import { rowsTab } from './components/rows-tab.tsx'
import { simulationTab } from './components/simulation-tab.tsx'
import type { ResultTab } from './result-tab.ts'

/** In display order. */
const resultTabs: readonly ResultTab[] = [
  overviewTab,
  prizeRulesTab,
  simulationTab,
  rowsTab,
  rankingsTab,
  differenceTab,
]

export const tabsOf = (results: ActivityResults, list: ResultList | undefined): readonly ResultTab[] =>
  resultTabs.filter(({ isShown = () => true }) => isShown({ results, list }))

export const chosenTab = (tabs: readonly ResultTab[], name: string | null): ResultTab =>
  tabs.find(({ key }) => key === name) ?? tabs[0]!
