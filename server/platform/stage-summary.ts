import type {
  ContestStage,
  LineCount,
  LineStep,
  StageActor,
  StageStanding,
} from '@lectern/contract/dashboard/contest-line-values.ts'
import type { PhaseKind } from '@lectern/contract/competition/competition-values.ts'
import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import type { Ctx } from './context.ts'
import type { CountKept } from './kept-counts.ts'

export interface StageSummary {
  /** The stage that it comes after in this activity. Absent: the one before it in the order of all. */
  follows?: ContestStage
  standing: StageStanding
  counts: readonly { name: LineCount; count: number; of?: number; link?: string }[]
  next: NextStep | null
}

export interface NextStep {
  step: LineStep
  /** Null: it comes by itself. */
  who: StageActor | null
  until: Date | null
  link: string
}

/** An activity whose stages are summarised. */
export interface SummarisedActivity {
  id: ActivityId
  editionId: EditionId
  /** Whether it asks for a work. */
  hasWorks: boolean
  window: (kind: PhaseKind) => { opensAt: Date; closesAt: Date } | undefined
}

/** Where activities stand in one stage of the contest; undefined: an activity does without it, and nobody needs to know of it. The number of queries does not depend on their number. */
export interface StageSummaries {
  stage: ContestStage
  read: (
    ctx: Ctx,
    activities: readonly SummarisedActivity[],
    /** For counts of many rows that do not depend on the time. */
    keep: CountKept,
  ) => Promise<(activity: SummarisedActivity) => StageSummary | undefined>
}

export const noSummary: StageSummary = { standing: 'none', counts: [], next: null }

export const phasesPage = '/Admin/Phase'

interface WindowStage {
  window: { opensAt: Date; closesAt: Date } | undefined
  now: Date
  /** What organisers have to decide; 0: nothing. */
  pending: number
  pendingLink: string
  listLink: string
  steps: { open: LineStep; act: LineStep; decide: LineStep }
}

/** A stage in which teams act within a phase, and organisers decide on what they sent. */
export const summariseWindow = ({
  window,
  now,
  pending,
  pendingLink,
  listLink,
  steps,
}: WindowStage): Pick<StageSummary, 'standing' | 'next'> => {
  const decision: NextStep | null =
    pending > 0 ? { step: steps.decide, who: 'organisers', until: null, link: pendingLink } : null
  if (!window)
    return {
      standing: decision ? 'waiting' : 'none',
      next: decision ?? { step: 'schedule', who: 'organisers', until: null, link: phasesPage },
    }
  if (now < window.opensAt)
    return {
      standing: 'upcoming',
      next: decision ?? { step: steps.open, who: null, until: window.opensAt, link: phasesPage },
    }
  if (now < window.closesAt)
    return {
      standing: 'running',
      next: decision ?? { step: steps.act, who: 'teams', until: window.closesAt, link: listLink },
    }
  return decision ? { standing: 'waiting', next: decision } : { standing: 'done', next: null }
}
