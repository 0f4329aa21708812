import type { Assertion } from '@lectern/contract/sign-in/passkeys.ts'
import type { IdAfter } from '@lectern/messages/message-id.ts'
import { Alert, Button, Card, Checkbox, Form, Input, Radio, Space } from 'antd'
import { useState } from 'react'
import { beginSite, type Beginning } from '@lectern/contract/begin/begin.ts'
import { demoKinds, isSameName, keptContents, type KeptContent } from '@lectern/contract/office/office-values.ts'
import type { Client } from '../../../request/client.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { OwnerFields } from '../../admin-ui/components/owner-fields.tsx'
import { ProblemSummary } from '../../admin-ui/components/problem-summary.tsx'
import { useOfficeForm } from '../../admin-ui/use-office-form.ts'
import { useOwnPasskey } from '../../admin-ui/use-own-passkey.ts'
import styles from './begin-form.module.css'

interface Values {
  content: KeptContent
  others: boolean
  title: string
  password: string
  secondFactor: string
}

interface BeginFormProps {
  client: Client
  plan: Beginning
  onBegun: () => void
}

const removed = ['people', 'team', 'enrolment', 'notice', 'message', 'outbox'] as const

/** Shows what will be deleted and kept. Requires the title and the password to confirm. */
export const BeginForm = ({ client, plan, onBegun }: BeginFormProps) => {
  const intl = useIntl()
  const [form] = Form.useForm<Values>()
  const [content, setContent] = useState<KeptContent>('none')
  const typed = Form.useWatch('title', form)
  const others = Form.useWatch('others', form)
  const office = useOfficeForm(form)
  const passkey = useOwnPasskey(client)
  const t = (key: IdAfter<'office.begin.'>, values?: Record<string, string | number>): string =>
    intl.formatMessage({ id: `office.begin.${key}` }, values)
  const isNamed = isSameName(typed ?? '', plan.title)
  const isAgreed = plan.teamsOfOthers === 0 || others
  const goesWith = (kind: (typeof demoKinds)[number]): boolean =>
    content === 'none' || (content === 'pages' && kind !== 'page')
  const contents = demoKinds.filter((kind) => plan.content[kind] > 0)
  const begin = ({ title, password, secondFactor }: Values, assertion?: Assertion): Promise<void> =>
    office.send(async () => {
      const body = {
        content,
        title,
        teamsOfOthers: plan.teamsOfOthers,
        ...(assertion ? { passkey: assertion } : { password, ...(secondFactor && { secondFactor }) }),
      }
      await client(beginSite, { body }, { inPlaceSignIn: true })
      onBegun()
    })
  const item = (key: IdAfter<'office.begin.count.'>, count: number) => <li key={key}>{t(`count.${key}`, { count })}</li>
  return (
    <Form
      form={form}
      name="begin"
      layout="vertical"
      disabled={office.busy}
      initialValues={{ title: '', password: '', secondFactor: '', others: false }}
      onFinish={(values) => void begin(values)}
    >
      <ProblemSummary form={office} />
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <Card size="small" title={t('choose')}>
          <Radio.Group
            aria-label={t('choose')}
            className={styles.choices ?? ''}
            value={content}
            onChange={({ target }) => setContent(target.value as KeptContent)}
            options={keptContents.map((choice) => ({
              value: choice,
              label: (
                <>
                  <strong>{t(`content.${choice}`)}</strong>
                  <br />
                  <span className="muted">{t(`contentHelp.${choice}`)}</span>
                </>
              ),
            }))}
          />
        </Card>
        <div className={styles.columns} aria-live="polite">
          <Card size="small" title={t('goes')}>
            <ul>
              {removed.filter((name) => plan.goes[name] > 0).map((name) => item(name, plan.goes[name]))}
              {contents.filter(goesWith).map((kind) => item(kind, plan.content[kind]))}
            </ul>
          </Card>
          <Card size="small" title={t('stays')}>
            <ul>
              <li>{t('stays.self')}</li>
              {plan.accounts > 0 && item('accounts', plan.accounts)}
              {contents.filter((kind) => !goesWith(kind)).map((kind) => item(kind, plan.content[kind]))}
              <li>{t('stays.settings')}</li>
              <li>{t('stays.own')}</li>
              {content === 'none' && <li>{t('stays.pages')}</li>}
              <li>{t('stays.log')}</li>
            </ul>
          </Card>
        </div>
        <Alert type="warning" showIcon title={t('final')} description={t('finalHelp')} />
        <Card size="small" title={t('confirm')}>
          {plan.teamsOfOthers > 0 && (
            <Form.Item name="others" valuePropName="checked">
              <Checkbox>{t('others', { count: plan.teamsOfOthers })}</Checkbox>
            </Form.Item>
          )}
          <Form.Item name="title" label={t('title', { title: plan.title })}>
            <Input autoComplete="off" maxLength={60} className={styles.field} />
          </Form.Item>
          <OwnerFields
            passwordName="password"
            hasSecondFactor={plan.needsSecondFactor}
            passkey={passkey}
            style={{ maxWidth: '24rem' }}
            disabled={!isNamed || !isAgreed}
            onPasskey={(assertion) => begin(form.getFieldsValue(), assertion)}
          />
          <Button danger type="primary" htmlType="submit" loading={office.busy} disabled={!isNamed || !isAgreed}>
            {t('do')}
          </Button>
        </Card>
      </Space>
    </Form>
  )
}
