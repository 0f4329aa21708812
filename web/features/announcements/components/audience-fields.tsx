import { findInOffice } from '@lectern/contract/office/office-shell.ts'
import { Form, Radio, Select, Typography } from 'antd'
import {
  announcementLimits,
  audienceBases,
  audienceStates,
} from '@lectern/contract/announcements/announcement-values.ts'
import type { Announcement, Audience } from '@lectern/contract/announcements/announcements.ts'
import { provinces, regionName } from '@lectern/contract/regions.ts'
import type { Client } from '../../../request/client.ts'
import { useAnnouncementWords, type Choices } from '../announcement-words.ts'
import { SearchSelect } from './search-select.tsx'

interface AudienceFieldsProps {
  client: Client
  audience: Audience
  named: Announcement['named']
  choices: Choices
}

/** The audience: a group and its filters. */
export const AudienceFields = ({ client, audience, named, choices }: AudienceFieldsProps) => {
  const { t, locale } = useAnnouncementWords()
  const finder = (kind: 'team' | 'member') => async (q: string) => {
    const { list } = await client(findInOffice, { query: { q } })
    return list
      .filter((hit) => hit.kind === kind)
      .map(({ id, title, detail }) => ({ value: id, label: detail ? `${title} · ${detail}` : title }))
  }
  const several = { mode: 'multiple', allowClear: true, optionFilterProp: 'label' } as const
  return (
    <>
      <Typography.Paragraph type="secondary">{t('audienceHelp')}</Typography.Paragraph>
      <Form.Item name={['audience', 'to']} label={t('to')}>
        <Radio.Group options={audienceBases.map((value) => ({ value, label: t(`to.${value}`) }))} />
      </Form.Item>
      {audience.to === 'teams' && (
        <>
          <Form.Item name={['audience', 'edition']} label={t('edition')}>
            <Select
              options={[
                { value: null, label: t('currentEdition') },
                ...choices.editions.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </Form.Item>
          <Form.Item name={['audience', 'activities']} label={t('activities')}>
            <Select
              {...several}
              placeholder={t('anyActivity')}
              options={choices.activities.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Form.Item>
          <Form.Item name={['audience', 'states']} label={t('states')}>
            <Select
              {...several}
              placeholder={t('anyState')}
              options={audienceStates.map((value) => ({ value, label: t(`states.${value}`) }))}
            />
          </Form.Item>
          <Form.Item name={['audience', 'captainsOnly']} label={t('roles')}>
            <Radio.Group
              options={[
                { value: false, label: t('roles.all') },
                { value: true, label: t('roles.captains') },
              ]}
            />
          </Form.Item>
          <Form.Item name={['audience', 'teams']} label={t('teams')}>
            <SearchSelect
              named={named}
              hint={t('teamsHint')}
              none={t('nothingFound')}
              most={announcementLimits.teams}
              find={finder('team')}
            />
          </Form.Item>
        </>
      )}
      <Form.Item name={['audience', 'provinces']} label={t('provinces')}>
        <Select
          {...several}
          placeholder={t('anyProvince')}
          options={provinces.map(({ code }) => ({ value: code, label: regionName(code, locale)! }))}
        />
      </Form.Item>
      <Form.Item name={['audience', 'people']} label={t('persons')}>
        <SearchSelect
          named={named}
          hint={t('personsHint')}
          none={t('nothingFound')}
          most={announcementLimits.people}
          find={finder('member')}
        />
      </Form.Item>
    </>
  )
}
