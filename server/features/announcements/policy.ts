import { permitted, refuse, type Verdict } from '../../platform/policy.ts'

/** Changing or sending it: only a draft, in the version that the caller has seen. */
export const mayChange = (draft: { state: string; version: number }, seenVersion: number): Verdict => {
  if (draft.state !== 'draft') return refuse('announcement.sent')
  return draft.version === seenVersion ? permitted : refuse('resource.changed')
}
