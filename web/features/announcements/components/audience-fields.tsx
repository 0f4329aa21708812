import { Form, Radio, Select, Typography } from 'antd'
import { announcementLimits, audienceBases, audienceStates } from '@lectern/contract/announcement-values.ts'
import type { Announcement, Audience } from '@lectern/contract/announcements.ts'
import { provinces, regionName } from '@lectern/contract/regions.ts'
import type { Client } from '../../../request/client.ts'
import { officeSearch } from '../../office/api.ts'
import { useAnnouncementWords, type Choices } from '../announcement-words.ts'
import { FoundSelect } from './found-select.tsx'

interface AudienceFieldsProps {
  client: Client
  audience: Audience
  named: Announcement['named']
  choices: Choices
}

/** Whom the announcement is for: a group, and what narrows it down. */
export const AudienceFields = ({ client, audience, named, choices }: AudienceFieldsProps) => {
  const { say, locale } = useAnnouncementWords()
  const finder = (kind: 'team' | 'member') => async (q: string) => {
    const { list } = await client(officeSearch, { query: { q } })
    return list
      .filter((hit) => hit.kind === kind)
      .map(({ id, title, detail }) => ({ value: id, label: detail ? `${title} · ${detail}` : title }))
  }
  const several = { mode: 'multiple', allowClear: true, optionFilterProp: 'label' } as const
  return (
    <>
      <Typography.Paragraph type="secondary">{say('audienceHelp')}</Typography.Paragraph>
      <Form.Item name={['audience', 'to']} label={say('to')}>
        <Radio.Group options={audienceBases.map((value) => ({ value, label: say(`to.${value}`) }))} />
      </Form.Item>
      {audience.to === 'teams' && (
        <>
          <Form.Item name={['audience', 'edition']} label={say('edition')}>
            <Select
              options={[
                { value: null, label: say('currentEdition') },
                ...choices.editions.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </Form.Item>
          <Form.Item name={['audience', 'activities']} label={say('activities')}>
            <Select
              {...several}
              placeholder={say('anyActivity')}
              options={choices.activities.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Form.Item>
          <Form.Item name={['audience', 'states']} label={say('states')}>
            <Select
              {...several}
              placeholder={say('anyState')}
              options={audienceStates.map((value) => ({ value, label: say(`states.${value}`) }))}
            />
          </Form.Item>
          <Form.Item name={['audience', 'captainsOnly']} label={say('roles')}>
            <Radio.Group
              options={[
                { value: false, label: say('roles.all') },
                { value: true, label: say('roles.captains') },
              ]}
            />
          </Form.Item>
          <Form.Item name={['audience', 'teams']} label={say('teams')}>
            <FoundSelect
              named={named}
              hint={say('teamsHint')}
              none={say('nothingFound')}
              most={announcementLimits.teams}
              find={finder('team')}
            />
          </Form.Item>
        </>
      )}
      <Form.Item name={['audience', 'provinces']} label={say('provinces')}>
        <Select
          {...several}
          placeholder={say('anyProvince')}
          options={provinces.map(({ code }) => ({ value: code, label: regionName(code, locale)! }))}
        />
      </Form.Item>
      <Form.Item name={['audience', 'people']} label={say('persons')}>
        <FoundSelect
          named={named}
          hint={say('personsHint')}
          none={say('nothingFound')}
          most={announcementLimits.people}
          find={finder('member')}
        />
      </Form.Item>
    </>
  )
}
