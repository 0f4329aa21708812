import type { IdAfter } from '@lectern/messages/message-id.ts'
import { Card, Empty, Space } from 'antd'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { listDemoContent } from '@lectern/contract/begin/begin.ts'
import { demoKinds } from '@lectern/contract/office/office-values.ts'
import type { PageName } from '@lectern/contract/pages/section-shapes.ts'
import { Link } from '../../../router/link.tsx'
import { useIntl } from '../../../ui/intl.tsx'
import { StateTag } from '../../admin-ui/components/state-tag.tsx'
import { useEditorWords } from '../../pages/office/editor-words.ts'
import { demoAddress } from '../demo-address.ts'
import styles from './demo-list.module.css'

/** Unchanged demo content, with links to the editors. */
export const DemoList = ({ list, settings }: AnswerOf<typeof listDemoContent>) => {
  const intl = useIntl()
  const { page } = useEditorWords()
  const t = (key: IdAfter<'office.begin.'>, values?: Record<string, string | number>): string =>
    intl.formatMessage({ id: `office.begin.${key}` }, values)
  if (list.length === 0 && settings.length === 0) return <Empty description={t('nothingLeft')} />
  return (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      {settings.length > 0 && (
        <Card size="small" title={t('kind.setting')}>
          <ul className={styles.list}>
            {settings.map((name) => (
              <li key={name}>
                <Link to="/Admin/Setting">{intl.formatMessage({ id: `office.settings.${name}` })}</Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {demoKinds
        .map((kind) => ({ kind, items: list.filter((item) => item.kind === kind) }))
        .filter(({ items }) => items.length > 0)
        .map(({ kind, items }) => (
          <Card key={kind} size="small" title={t(`count.${kind}`, { count: items.length })}>
            <ul className={styles.list}>
              {items.map((item) => (
                <li key={item.id}>
                  <Link to={demoAddress(item)} lang={item.locale ?? undefined}>
                    {kind === 'page' ? page(item.id as PageName) : item.title}
                  </Link>
                  {!item.isPublic && <StateTag tone="quiet">{t('unseen')}</StateTag>}
                </li>
              ))}
            </ul>
          </Card>
        ))}
    </Space>
  )
}
