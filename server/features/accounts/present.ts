import type { Account } from './tables.ts'

/** A user as shown to themselves and to organisers. */
export const presentUser = ({ id, avatarId, ...person }: Omit<Account, 'mailChoices' | 'updatedAt'>) => ({
  uid: id,
  username: person.username,
  nickname: person.nickname,
  realName: person.realName,
  email: person.email,
  phone: person.phone,
  avatar: avatarId && `/api/files/${avatarId}`,
  profile: person.profile,
  country: person.country,
  province: person.province,
  city: person.city,
  address: person.address,
  school: person.school,
  institutionId: person.institutionId,
  department: person.department,
  title: person.title,
  locale: person.locale,
  access: person.access,
  version: person.version,
})
