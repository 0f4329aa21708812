import { App, Button, Empty, Form, Space, Typography } from 'antd'
import type { ActivitySource } from '@lectern/contract/competition/activities.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import { maxParts } from '@lectern/contract/works/work-values.ts'
import { useIntl } from '../../../../ui/intl.tsx'
import { placed } from '../../../admin-ui/arrangement.ts'
import { OrderedList } from '../../../admin-ui/components/ordered-list.tsx'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { factsOf, usePartWords } from '../part-words.ts'
import { newPart, templateParts, type PartFields } from '../work-fields.ts'
import { PartEditor } from './part-editor.tsx'

interface PartListProps {
  parts: readonly PartFields[]
  used: ActivitySource['usedParts']
  blind: boolean
  language: Locale
  /** Ids of the parts that are open. */
  opened: ReadonlySet<string>
  onOpen: (id: string, isOpen: boolean) => void
  onSet: (path: readonly (string | number)[], value: unknown) => void
}

/** What teams hand in: parts in an order, any number of which are open. */
export const PartList = ({ parts, used, blind, language, opened, onOpen, onSet }: PartListProps) => {
  const intl = useIntl()
  const t = usePartWords()
  const { modal } = App.useApp()
  const nameOf = (part: PartFields): string =>
    localize(part.label, intl.locale).text || t('at', { position: parts.indexOf(part) + 1 })
  const askRemoval = (part: PartFields, remove: () => void): void => {
    modal.confirm({
      title: t('remove.title', { name: nameOf(part) }),
      content: t('remove.help'),
      okText: t('remove'),
      okButtonProps: { danger: true },
      onOk: remove,
    })
  }
  return (
    <Form.List name={['workRules', 'parts']}>
      {(_, { add, remove, move }) => (
        <div style={{ display: 'grid', gap: 16, marginBottom: 24 }}>
          {parts.length === 0 ? (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('none')} />
          ) : (
            <OrderedList
              label={t('list')}
              items={parts}
              nameOf={nameOf}
              onPlace={(id, side, target) => {
                const ids = parts.map((part) => part.id)
                move(ids.indexOf(id), placed(ids, id, side, target).indexOf(id))
              }}
            >
              {(part) => {
                const at = parts.indexOf(part)
                const isOpen = opened.has(part.id)
                const name = nameOf(part)
                const works = used.find(({ id }) => id === part.id)?.works ?? 0
                const facts = factsOf(intl, part, blind)
                return (
                  <>
                    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' }}>
                      <div style={{ flex: '1 1 240px', minWidth: 0 }}>
                        <strong style={{ overflowWrap: 'anywhere' }}>{name}</strong>{' '}
                        <Typography.Text type="secondary">{t(`kind.${part.kind}`)}</Typography.Text>{' '}
                        <StateTag tone="quiet">{t(part.required ? 'isRequired' : 'isOptional')}</StateTag>{' '}
                        {!part.forExperts && <StateTag tone="quiet">{t('isForOffice')}</StateTag>}{' '}
                        {works > 0 && <StateTag tone="active">{t('works', { works })}</StateTag>}
                        {facts && (
                          <Typography.Text type="secondary" style={{ display: 'block', fontSize: 13 }}>
                            {facts}
                          </Typography.Text>
                        )}
                      </div>
                      <Space size="small">
                        <Button
                          size="small"
                          aria-expanded={isOpen}
                          aria-label={t(isOpen ? 'closeOf' : 'editOf', { name })}
                          onClick={() => onOpen(part.id, !isOpen)}
                        >
                          {t(isOpen ? 'close' : 'edit')}
                        </Button>
                        <Button
                          size="small"
                          danger
                          disabled={works > 0}
                          title={works > 0 ? t('inUse', { works }) : undefined}
                          aria-label={t('removeOf', { name })}
                          onClick={() => askRemoval(part, () => remove(at))}
                        >
                          {t('remove')}
                        </Button>
                      </Space>
                    </div>
                    {isOpen && (
                      <PartEditor at={at} part={part} blind={blind} works={works} language={language} onSet={onSet} />
                    )}
                  </>
                )
              }}
            </OrderedList>
          )}
          <Space wrap>
            <Button
              disabled={parts.length >= maxParts}
              onClick={() => {
                const part = newPart()
                add(part)
                onOpen(part.id, true)
              }}
            >
              {t('add')}
            </Button>
            {parts.length === 0 && (
              <Button type="primary" ghost onClick={() => onSet(['workRules', 'parts'], templateParts())}>
                {t('template')}
              </Button>
            )}
          </Space>
        </div>
      )}
    </Form.List>
  )
}
