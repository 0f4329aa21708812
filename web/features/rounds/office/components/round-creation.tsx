import { Checkbox, Form, Modal, Select } from 'antd'
import { useEffect, useState } from 'react'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { listEnrolmentChoices } from '@lectern/contract/enrolments/enrolment-office.ts'
import type { ActivityId, EditionId, RoundId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { createRound, listRounds, type ListedRound, type Round } from '@lectern/contract/rounds/rounds.ts'
import type { Client } from '../../../../request/client.ts'
import { createKeys } from '../../../../request/idempotency-key.ts'
import { LanguageBar } from '../../../admin-ui/components/language-bar.tsx'
import { LocalizedItem } from '../../../admin-ui/components/localized-item.tsx'
import { ProblemSummary } from '../../../admin-ui/components/problem-summary.tsx'
import { withoutBlanks } from '../../../admin-ui/without-blanks.ts'
import { formCall, useOfficeForm } from '../../../admin-ui/use-office-form.ts'
import { useRoundWords } from '../round-words.ts'

interface RoundCreationProps {
  client: Client
  choices: AnswerOf<typeof listEnrolmentChoices>
  editionId: EditionId
  onCreated: (round: Round) => void
  onClose: () => void
}

interface Values {
  name?: LocalizedText
  activities?: ActivityId[]
  previous?: RoundId
  /** A start set, or the round whose rules are copied. */
  start?: string
  /** Takes in the works that are accepted by now. */
  collect?: boolean
}

const startSets = ['usual', 'none'] as const

type Source = ListedRound & { year: number; editionId: EditionId }

/** Rounds of all editions, the latest first. */
const useSources = (client: Client, editions: RoundCreationProps['choices']['editions']): readonly Source[] => {
  const [sources, setSources] = useState<readonly Source[]>([])
  useEffect(() => {
    let isGone = false
    const load = async (): Promise<void> => {
      const pages = await Promise.all(
        editions.map(async ({ id, year }) => {
          const { list } = await client(listRounds, { query: { edition: id, pageSize: '100' } })
          return list.map((round) => ({ ...round, year, editionId: id }))
        }),
      )
      if (!isGone) setSources(pages.flat())
    }
    // The request shows its error; the round can be created without a source.
    load().catch(() => {})
    return () => {
      isGone = true
    }
  }, [client, editions])
  return sources
}

/** A new round: its name, its activities, and whose rules it begins with. */
export const RoundCreation = ({ client, choices, editionId, onCreated, onClose }: RoundCreationProps) => {
  const { t, intl } = useRoundWords()
  const [form] = Form.useForm<Values>()
  const office = useOfficeForm(form)
  const [keyOf] = useState(createKeys)
  const [isOpen, setOpen] = useState(true)
  const [language, setLanguage] = useState(intl.locale)
  const sources = useSources(client, choices.editions)
  const own = sources.filter((source) => source.editionId === editionId)
  const send = ({ name = {}, activities = [], previous, start = 'usual', collect = false }: Values): void => {
    const missing = (label: string) => intl.formatMessage({ id: 'form.required' }, { label })
    const criteria = startSets.find((one) => one === start)
    const problems = [
      ...(Object.values(name).some((text) => text?.trim())
        ? []
        : [{ path: `name.${language}`, message: missing(t('name')) }]),
      ...(activities.length > 0 ? [] : [{ path: 'activities', message: missing(t('activities')) }]),
    ]
    if (problems.length > 0) return office.show(problems)
    const body = withoutBlanks({
      edition: editionId,
      name,
      activities,
      previous: previous ?? null,
      collect,
      ...(criteria ? { criteria } : { copyOf: start }),
    })
    void office.send(async () => {
      const round = await client(createRound, { body }, { ...formCall, headers: { 'Idempotency-Key': keyOf(body) } })
      setOpen(false)
      onCreated(round)
    })
  }
  return (
    <Modal
      open={isOpen}
      title={t('create')}
      okText={t('create')}
      confirmLoading={office.busy}
      onOk={() => form.submit()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      width={640}
    >
      <Form<Values>
        form={form}
        name="round"
        layout="vertical"
        requiredMark={false}
        initialValues={{
          activities: choices.activities.length === 1 ? [choices.activities[0]!.id] : [],
          start: 'usual',
          collect: true,
        }}
        onFinish={send}
      >
        <ProblemSummary form={office} />
        <LanguageBar value={language} onChange={setLanguage} />
        <LocalizedItem name="name" label={t('name')} language={language} most={100} />
        <Form.Item name="activities" label={t('activities')} extra={t('activities.help')}>
          <Select
            mode="multiple"
            showSearch={{ optionFilterProp: 'label' }}
            options={choices.activities.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))}
          />
        </Form.Item>
        {own.length > 0 && (
          <Form.Item name="previous" label={t('previous')} extra={t('previous.help')}>
            <Select allowClear options={own.map(({ id, name }) => ({ value: id, label: name }))} />
          </Form.Item>
        )}
        <Form.Item name="start" label={t('start')} extra={t('start.help')}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={[
              ...startSets.map((value) => ({ value, label: t(`start.${value}`) })),
              ...sources.map(({ id, name, year }) => ({ value: id, label: `${year} ${name}` })),
            ]}
          />
        </Form.Item>
        <Form.Item name="collect" valuePropName="checked" extra={t('collectNow.help')} style={{ marginBottom: 0 }}>
          <Checkbox>{t('collectNow')}</Checkbox>
        </Form.Item>
      </Form>
    </Modal>
  )
}
