import type { PhaseKind } from './competition-values.ts'

// What really happens in an activity: its phases as planned, corrected by what rounds and result lists have done.

export interface Window {
  opensAt: Date
  closesAt: Date
}

/** What has happened in an activity so far; absent: it has not. */
export interface Progress {
  /** Since the first round was opened; until when a round is open now, null if none is. */
  review?: { opensAt: Date; closesAt: Date | null }
  /** The newest public notice. */
  publicity?: Window
  /** Since when results are public. */
  announcedAt?: Date
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other)
const later = (one: Date, other: Date): Date => (one > other ? one : other)

/** Ends at that moment at the latest. */
const endedBy = ({ opensAt, closesAt }: Window, end: Date | undefined): Window =>
  end ? { opensAt: earlier(opensAt, end), closesAt: earlier(closesAt, end) } : { opensAt, closesAt }

/** Begins at that moment. A window that would be over by then keeps its length. */
const begunAt = ({ opensAt, closesAt }: Window, begin: Date): Window => ({
  opensAt: begin,
  closesAt: closesAt > begin ? closesAt : new Date(begin.getTime() + closesAt.getTime() - opensAt.getTime()),
})

/** Begins when what runs before it ends, if that is later than planned. */
const begunAfter = (planned: Window, end: Date | null | undefined): Window =>
  end && end > planned.opensAt ? begunAt(planned, end) : planned

const reviewWindow = (planned: Window, { review, publicity, announcedAt }: Progress): Window => {
  const opensAt = review ? earlier(planned.opensAt, review.opensAt) : planned.opensAt
  if (review?.closesAt) return { opensAt, closesAt: later(planned.closesAt, review.closesAt) }
  return endedBy({ opensAt, closesAt: planned.closesAt }, publicity?.opensAt ?? announcedAt)
}

const publicityWindow = (planned: Window, { review, publicity, announcedAt }: Progress): Window => {
  // After a correction there is another notice, although results are announced.
  if (publicity) return endedBy(publicity, announcedAt && announcedAt >= publicity.opensAt ? announcedAt : undefined)
  return endedBy(begunAfter(planned, review?.closesAt), announcedAt)
}

const resultsWindow = (planned: Window, { review, publicity, announcedAt }: Progress): Window =>
  announcedAt ? begunAt(planned, announcedAt) : begunAfter(begunAfter(planned, review?.closesAt), publicity?.closesAt)

/**
 * When a phase of an activity really takes place. The plan holds until something else has happened: teams can act until results are
 * announced, experts judge as soon as a round is open, and nothing follows before what comes first is over.
 */
export const actualWindow = (kind: PhaseKind, planned: Window, progress: Progress): Window => {
  switch (kind) {
    case 'enrolment':
    case 'submission':
    case 'school-recommendation':
    case 'province-recommendation':
      return endedBy(planned, progress.announcedAt)
    case 'review':
      return reviewWindow(planned, progress)
    case 'publicity':
      return publicityWindow(planned, progress)
    case 'results':
      return resultsWindow(planned, progress)
  }
}
