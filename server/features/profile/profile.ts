import type { updateUser as updateUserEndpoint } from '@lectern/contract/accounts/accounts.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import type { Person, SignedIn } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { organisers, permit } from '../../platform/policy.ts'
import { inTransaction } from '../../platform/transaction.ts'
import {
  changeAccount,
  newOrganiser,
  storeDuties,
  requireAnotherForPeople,
  lockAccount,
  refuseAddresses,
  type Account,
} from '../accounts/service.ts'
import { audit } from '../audit/service.ts'
import { asWritten, sendNotice } from '../notices/service.ts'
import { requireChoice } from '../institutions/service.ts'
import { requireControl } from '../steps/service.ts'
import { refuseFixed, type FixedFields } from './fixed-fields.ts'
import { unknownRegion } from './residence.ts'

type Body = Omit<BodyOf<typeof updateUserEndpoint>, 'uid'>
type Changes = Omit<Body, keyof FixedFields>

/** For everybody but organisers, other people's accounts do not exist. */
const permitChange = (actor: Person, uid: AccountId): void => {
  if (uid === actor.id) return
  if (actor.access !== 'admin') throw fail('account.notFound')
  permit(organisers('people')(actor))
}

const changeable = ({
  username: _username,
  email: _email,
  phone: _phone,
  avatar: _avatar,
  isComplete: _isComplete,
  hasPassword: _hasPassword,
  hasSecondFactor: _hasSecondFactor,
  lacksSecondFactor: _lacksSecondFactor,
  duties: _duties,
  activities: _activities,
  ...rest
}: Omit<Body, 'version'>): Omit<Changes, 'version'> => rest

/** Only given fields that differ from the stored ones. */
const differing = (before: Account, values: Omit<Changes, 'version'>): Partial<Account> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== undefined && value !== before[name as keyof Account]),
  )

/** Whoever changes the school and chooses no institution means one that is not in the list. */
const withInstitution = (before: Account, values: Omit<Changes, 'version'>): Omit<Changes, 'version'> =>
  values.institutionId === undefined && values.school !== undefined && values.school !== before.school
    ? { ...values, institutionId: null }
    : values

const checkResidence = (before: Account, changes: Partial<Account>): void => {
  if (!('country' in changes || 'province' in changes || 'city' in changes)) return
  const unknown = unknownRegion({ ...before, ...changes })
  if (unknown) throw fail('account.regionUnknown').at(unknown)
}

const auditChanges = async (
  ctx: SignedIn,
  action: 'account.updated' | 'account.accessChanged',
  before: Account,
  changes: Partial<Account>,
): Promise<void> => {
  const names = Object.keys(changes) as (keyof Account)[]
  if (names.length === 0) return
  await audit(ctx, action, {
    subject: { kind: 'account', id: before.id },
    before: Object.fromEntries(names.map((name) => [name, before[name]])),
    after: changes,
    personal: true,
  })
}

export const updateUser = (outer: SignedIn, uid: AccountId, { version, ...body }: Body): Promise<Account> =>
  inTransaction(outer, async (ctx) => {
    permitChange(ctx.actor, uid)
    const values = changeable(body)
    const isOwn = uid === ctx.actor.id
    if (!isOwn && values.access !== undefined && values.access !== 'admin') await requireAnotherForPeople(ctx, uid)
    const before = await lockAccount(ctx, uid, version)
    await refuseFixed(ctx, before, body)
    const changes = differing(before, withInstitution(before, values))
    if (changes.institutionId) await requireChoice(ctx.db, changes.institutionId)
    if (Object.keys(changes).length === 0) return before
    if (isOwn && changes.access) throw fail('account.ownAccess').at('access')
    if (changes.access === 'admin') await requireControl(ctx, 'organiserAppointed')
    checkResidence(before, changes)
    const { nickname, realName, school, department, title } = changes
    refuseAddresses({ nickname, realName, school, department, title })
    const after = await changeAccount(ctx, uid, changes)
    const { access, ...profile } = changes
    await auditChanges(ctx, 'account.updated', before, profile)
    if (!isOwn && Object.keys(profile).length > 0)
      await sendNotice(ctx, {
        to: { account: uid },
        kind: 'account',
        message: 'accountEdited',
        link: '/account/settings',
      })
    if (access) {
      // Whoever becomes an organiser looks after the contest, until somebody gives them more.
      if (access === 'admin') await storeDuties(ctx, uid, newOrganiser)
      await auditChanges(ctx, 'account.accessChanged', before, { access })
      await sendNotice(ctx, {
        to: { account: uid },
        kind: 'account',
        message: 'accessChanged',
        values: { access: asWritten(access) },
      })
    }
    return after
  })
