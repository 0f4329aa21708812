import type { AccountId } from '@lectern/contract/ids.ts'
import type { Team, TeamMember } from '@lectern/contract/teams/teams.ts'

/** Fields that a captain edits and saves together. */
export interface TeamEdits {
  name: string
  slogan: string
  /** The name that is shown, and the id; empty without one. */
  institution: string
  institutionId: string
  order: readonly AccountId[]
}

export type EditedPart = Exclude<keyof TeamEdits, 'institution'>

const parts: readonly EditedPart[] = ['name', 'slogan', 'institutionId', 'order']

export const editsOf = ({
  name,
  slogan,
  institution,
  members,
}: Pick<Team, 'name' | 'slogan' | 'institution' | 'members'>): TeamEdits => ({
  name,
  slogan,
  institution: institution?.name ?? '',
  institutionId: institution?.id ?? '',
  order: members.map(({ uid }) => uid),
})

/** Normalised as on the server: outer spaces and the kind of line break make no difference. */
const plain = (value: string | readonly AccountId[]): string =>
  typeof value === 'string' ? value.replaceAll(/\r\n?/g, '\n').trim() : value.join()

const isSamePart = (part: EditedPart, one: TeamEdits, other: TeamEdits): boolean =>
  plain(one[part]) === plain(other[part])

export const isSameEdits = (one: TeamEdits, other: TeamEdits): boolean =>
  parts.every((part) => isSamePart(part, one, other))

/** The order typed here for remaining people; new people come at the end. */
const keptOrder = (mine: readonly AccountId[], latest: readonly AccountId[]): AccountId[] => [
  ...mine.filter((uid) => latest.includes(uid)),
  ...latest.filter((uid) => !mine.includes(uid)),
]

/** Typed values win; untouched fields take the newer stored value. */
export const mergeTeamEdits = ({
  base,
  typed,
  latest,
}: Record<'base' | 'typed' | 'latest', TeamEdits>): { edits: TeamEdits; conflicts: EditedPart[] } => {
  const isTouched = (part: EditedPart): boolean => !isSamePart(part, typed, base)
  return {
    edits: {
      name: (isTouched('name') ? typed : latest).name,
      slogan: (isTouched('slogan') ? typed : latest).slogan,
      institution: (isTouched('institutionId') ? typed : latest).institution,
      institutionId: (isTouched('institutionId') ? typed : latest).institutionId,
      order: isTouched('order') ? keptOrder(typed.order, latest.order) : latest.order,
    },
    conflicts: parts.filter(
      (part) => isTouched(part) && !isSamePart(part, base, latest) && !isSamePart(part, typed, latest),
    ),
  }
}

const roleOrder: readonly TeamMember['role'][] = ['captain', 'member', 'advisor']

/** Display order: captain, members, advisors, each in this order. */
export const inOrder = <Person extends Pick<TeamMember, 'uid' | 'role'>>(
  people: readonly Person[],
  order: readonly AccountId[],
): Person[] => {
  const rank = ({ uid, role }: Person): number => roleOrder.indexOf(role) * 1_000 + order.indexOf(uid)
  return people.toSorted((one, other) => rank(one) - rank(other))
}

/** Moves a person up or down among people of the same role; undefined if that is not possible. */
export const moved = (
  people: readonly Pick<TeamMember, 'uid' | 'role'>[],
  uid: AccountId,
  by: -1 | 1,
): AccountId[] | undefined => {
  const position = people.findIndex((person) => person.uid === uid)
  const [person, other] = [people[position], people[position + by]]
  if (!person || !other || other.role !== person.role) return undefined
  return people.map((each) => {
    if (each === person) return other.uid
    return each === other ? person.uid : each.uid
  })
}
