import * as contract from '@lectern/contract/accounts/duties.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import type { Http } from '../../../platform/http/serve.ts'
import { allOrganisers, organisers, refusalText, refuse } from '../../../platform/policy.ts'
import { dutiesOf } from '../../accounts/service.ts'
import { forPeopleOfOthers, whyNotControl, whyNotPeople } from '../../steps/service.ts'
import { changeDuties, requireOrganiser } from './duties.ts'
import { activeOrganisers, choosableActivities } from './duty-queries.ts'

type Choices = Awaited<ReturnType<typeof choosableActivities>>

const presentActivity = ({ locale: readerLocale }: Ctx, { id, year, name }: Choices[number]) => {
  const { text, locale } = localize(name, readerLocale)
  return { id, year, name: text, locale }
}

const presentHeld = (ctx: Ctx, { duties, activities }: ReturnType<typeof dutiesOf>, choices: Choices) => ({
  duties: [...duties],
  activities:
    activities && choices.filter(({ id }) => activities.includes(id)).map((choice) => presentActivity(ctx, choice)),
})

const whyNotFor = async (ctx: SignedIn, uid: AccountId): Promise<string | null> =>
  uid === ctx.actor.id
    ? refusalText(refuse('account.ownAccess'), ctx.locale)
    : ((await whyNotPeople(ctx, [uid])).get(uid) ?? (await whyNotControl(ctx)))

const presentDuties = async (ctx: SignedIn, uid: AccountId): Promise<contract.OrganiserDuties> => {
  const { access, version, ...row } = await requireOrganiser(ctx, uid)
  const held = dutiesOf(access, row)
  const choices = await choosableActivities(ctx.db, held.activities ?? [])
  return {
    ...presentHeld(ctx, held, choices),
    version,
    choices: choices.map((choice) => presentActivity(ctx, choice)),
    whyNot: await whyNotFor(ctx, uid),
  }
}

export const dutyRoutes = ({ serve }: Http): void => {
  // Whoever is refused a page reads here whom to ask.
  serve(contract.listOrganisers, { policy: allOrganisers }, async ({ ctx }) => {
    const rows = await activeOrganisers(ctx.db)
    const held = rows.map((row) => ({ ...row, held: dutiesOf(row.access, row) }))
    const choices = await choosableActivities(
      ctx.db,
      held.flatMap((row) => row.held.activities ?? []),
    )
    return {
      list: held.map(({ id, username, realName, nickname, held: own }) => ({
        uid: id,
        username,
        name: realName || nickname || username,
        ...presentHeld(ctx, own, choices),
      })),
    }
  })

  serve(contract.readDuties, { policy: organisers('people') }, ({ ctx, params }) => presentDuties(ctx, params.uid))

  serve(
    contract.changeDuties,
    { policy: organisers('people'), ...forPeopleOfOthers },
    async ({ ctx, params, body }) => {
      await changeDuties(ctx, params.uid, body)
      return presentDuties(ctx, params.uid)
    },
  )
}
