export { answerRoundInvitation, declineAssignment, finishPractice, signPledge } from './reviewers/invitation-answers.ts'
export { newCode, newToken } from './entries/codes.ts'
export { collectWorks } from './entries/entries.ts'
export { lockRound, roundLock } from './locks.ts'
export { activitiesOfRound, roundsOfOthers } from './affected-activities.ts'
export { worksBeingJudged } from './entries/entry-queries.ts'
export {
  panelSignatures,
  roundDiscrepancies,
  roundFlags,
  roundResults,
  roundsCopied,
  sheetProgress,
  type RoundCopies,
} from './ports.ts'
export { thankReviewers } from './reviewers/reviewer-notices.ts'
export { requireAssignment } from './assignments/assignment-queries.ts'
export { assignReviewer, requireEntry } from './assignments/assignments.ts'
export { savePanels } from './reviewers/panels.ts'
export { institutionOfReviewer } from './reviewers/reviewer-institutions.ts'
export { planAtOnce, publishPlan } from './plan/plan.ts'
export { maySettle } from './policy.ts'
export { moveRound, neededExperts } from './setup/round-queries.ts'
export { inviteReviewers, requireReviewer, saveReviewer } from './reviewers/reviewers.ts'
export { stepRound, unsettleRound } from './setup/round-steps.ts'
export { createRound, lockSeenRound, requireRound, saveRound } from './setup/rounds.ts'
export { noteReviewReminder, whereDueSoon, worksLeft } from './reviewers/reminder-queries.ts'
