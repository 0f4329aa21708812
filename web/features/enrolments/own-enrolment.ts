import { listMyEnrolments } from '@lectern/contract/enrolments/enrolments.ts'
import type { EnrolmentId } from '@lectern/contract/ids.ts'
import type { Client } from '../../request/client.ts'

/** The enrolment of the user's team in an activity, if there is one. */
export const findOwnEnrolment = async (client: Client, activityId: string): Promise<EnrolmentId | undefined> => {
  const { list } = await client(listMyEnrolments, {}, { skipErrorHandler: true })
  return list.find(({ activity }) => activity.id === activityId)?.id
}
