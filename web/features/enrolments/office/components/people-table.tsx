import { Table } from 'antd'
import type { Dossier } from '@lectern/contract/enrolments/enrolment-office.ts'
import { Link } from '../../../../router/link.tsx'
import { Phone } from '../../../../ui/phone.tsx'
import { wideTable } from '../../../admin-ui/wide-table.ts'
import { useEnrolmentWords } from '../enrolment-words.ts'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'

type Person = Dossier['enrolment']['team']['people'][number]

/** The current people of the team and their contacts. */
export const PeopleTable = ({ dossier: { enrolment, contacts } }: { dossier: Dossier }) => {
  const { t } = useEnrolmentWords()
  const contactOf = ({ uid }: Person) => contacts.find((contact) => contact.uid === uid)
  return (
    <Table<Person>
      rowKey="uid"
      size="small"
      pagination={false}
      dataSource={enrolment.team.people}
      {...wideTable(enrolment.team.people)}
      columns={[
        {
          title: t('person.name'),
          render: (_, { uid, name, isComplete }) => (
            <>
              <Link to={`/Admin/Member?id=${uid}`}>{name}</Link>{' '}
              {!isComplete && <StateTag tone="waiting">{t('person.incomplete')}</StateTag>}
            </>
          ),
        },
        { title: t('person.role'), render: (_, { role }) => t(`role.${role}`) },
        { title: t('person.school'), dataIndex: 'school' },
        { title: t('person.department'), dataIndex: 'department' },
        { title: t('person.title'), dataIndex: 'title' },
        {
          title: t('person.email'),
          render: (_, person) => {
            const email = contactOf(person)?.email
            return email && <a href={`mailto:${email}`}>{email}</a>
          },
        },
        {
          title: t('person.phone'),
          render: (_, person) => {
            const phone = contactOf(person)?.phone
            return phone && <Phone value={phone} />
          },
        },
      ]}
    />
  )
}

type Snapshot = NonNullable<Dossier['snapshot']>

/** The people at the time of the last submission. */
export const SnapshotTable = ({ snapshot: { people } }: { snapshot: Snapshot }) => {
  const { t, region } = useEnrolmentWords()
  return (
    <Table<Snapshot['people'][number]>
      rowKey="uid"
      size="small"
      pagination={false}
      dataSource={people}
      {...wideTable(people)}
      columns={[
        { title: t('person.name'), render: (_, { name }) => name || t('person.gone') },
        { title: t('person.role'), render: (_, { role }) => t(`role.${role}`) },
        { title: t('person.school'), dataIndex: 'school' },
        { title: t('person.department'), dataIndex: 'department' },
        { title: t('person.title'), dataIndex: 'title' },
        { title: t('column.province'), render: (_, { province }) => region(province) },
        { title: t('person.city'), render: (_, { city }) => region(city) },
      ]}
    />
  )
}
