import type { Beginning, beginSite as beginEndpoint } from '@lectern/contract/begin/begin.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import { localize } from '@lectern/contract/localized.ts'
import { isSameName } from '@lectern/contract/office/office-values.ts'
import type { Settings } from '../platform/settings.ts'
import { requireOwner, sessionUserOf } from '../features/sign-in/service.ts'
import type { Ctx, SignedIn } from '../platform/context.ts'
import { fail } from '../platform/failure.ts'
import type { Feature } from '../platform/feature.ts'
import { inTransaction } from '../platform/transaction.ts'
import { beginSite } from './begin.ts'
import { forgetInventedDetails } from './clear.ts'
import { countDemoContent, countOtherAccounts, countRemoved, countTeamsOfOthers, findDemoPeople } from './plan.ts'

type SettingsNeeded = Pick<Settings, 'site' | 'demo' | 'refresh'>

const titleOf = ({ locale }: Ctx, { site }: SettingsNeeded): string => localize(site.title, locale).text

/** A dry run; nothing is changed. */
export const planBeginning = async (ctx: SignedIn, settings: SettingsNeeded): Promise<Beginning> => {
  if (!settings.demo) throw fail('demo.none')
  const { db, actor } = ctx
  const invented = await findDemoPeople(db)
  return {
    goes: await countRemoved(
      db,
      invented.filter((id) => id !== actor.id),
    ),
    content: await countDemoContent(db),
    accounts: await countOtherAccounts(db, invented),
    teamsOfOthers: await countTeamsOfOthers(db, invented),
    title: titleOf(ctx, settings),
    needsSecondFactor: sessionUserOf(actor)?.hasSecondFactor === true,
  }
}

/** Started by an organiser in the office, who stays signed in. */
export const beginFromOffice = async (
  outer: SignedIn,
  settings: SettingsNeeded,
  features: readonly Feature[],
  { content, title, teamsOfOthers, ...proof }: BodyOf<typeof beginEndpoint>,
): Promise<void> => {
  const { actor } = outer
  if (!settings.demo) throw fail('demo.none')
  const titles = Object.values(settings.site.title)
  if (!titles.some((option) => isSameName(title, option))) throw fail('demo.titleDiffers').at('title')
  const invented = await findDemoPeople(outer.db)
  const refuseOthers = (present: number): void => {
    if (present !== teamsOfOthers) throw fail('demo.inUse', { teams: present })
  }
  refuseOthers(await countTeamsOfOthers(outer.db, invented))
  await requireOwner(outer, proof, 'password')
  const isInvented = invented.includes(actor.id)
  await inTransaction(outer, async (ctx) => {
    const people = invented.filter((id) => id !== actor.id)
    const organiser = async (): Promise<string> => {
      if (isInvented) await forgetInventedDetails(ctx, actor.id)
      return sessionUserOf(actor)!.account.username
    }
    if (!(await beginSite(ctx, { people, invented, content, organiser, features }, refuseOthers)))
      throw fail('demo.none')
  })
  await settings.refresh()
}
