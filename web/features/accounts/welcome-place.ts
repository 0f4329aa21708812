import type { MessageId } from '@lectern/messages/message-id.ts'

interface WelcomePlace {
  to: string
  label: MessageId
  /** Whether the page explains how to take part: experts and organisers do not. */
  hasIntroduction: boolean
}

/** Where a user goes who has nothing to do here. */
export const welcomePlace = ({ canAdmin, canReview }: { canAdmin: boolean; canReview: boolean }): WelcomePlace => {
  if (canReview) return { to: '/Review', label: 'welcome.review', hasIntroduction: false }
  if (canAdmin) return { to: '/Admin', label: 'welcome.office', hasIntroduction: false }
  return { to: '/News', label: 'welcome.news', hasIntroduction: true }
}
