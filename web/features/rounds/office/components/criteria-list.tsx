import { App, Button, Empty, Form, Input, InputNumber, Space, Typography } from 'antd'
import { useState } from 'react'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import { maxCriteria, maxLevels } from '@lectern/contract/review/review-values.ts'
import { placed } from '../../../admin-ui/arrangement.ts'
import { OrderedList } from '../../../admin-ui/components/ordered-list.tsx'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { newCriterion, usualLevelsOf } from '../new-criterion.ts'
import { pointsMissing, type CriterionFields } from '../rules-fields.ts'
import { useRoundWords } from '../round-words.ts'

interface CriteriaListProps {
  criteria: readonly CriterionFields[]
  language: Locale
  /** The smallest difference between two scores, in points. */
  step: number
  isFrozen: boolean
  onSet: (path: readonly (string | number)[], value: unknown) => void
}

/** Words for ranges of points, from the best to the worst. */
const Levels = ({
  at,
  criterion,
  language,
  step,
  isFrozen,
  onSet,
}: Omit<CriteriaListProps, 'criteria'> & { at: number; criterion: CriterionFields }) => {
  const { t } = useRoundWords()
  const levels = criterion.levels
  const number = (index: number, name: 'from' | 'to') => (
    <Form.Item name={[index, name]} style={{ marginBottom: 0 }}>
      <InputNumber
        min={0}
        max={criterion.max ?? 100}
        precision={2}
        aria-label={t(`level.${name}`, { position: index + 1 })}
        style={{ width: 84 }}
      />
    </Form.Item>
  )
  return (
    <Form.Item label={t('levels')} extra={t('levels.help')}>
      <Form.List name={[at, 'levels']}>
        {(fields, { add, remove }) => (
          <div style={{ display: 'grid', gap: 8 }}>
            {fields.map(({ key, name }) => (
              <div key={key} style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' }}>
                <Form.Item
                  key={language}
                  name={[name, 'label', language]}
                  style={{ marginBottom: 0, flex: '1 1 120px', maxWidth: 220 }}
                >
                  <Input
                    lang={language}
                    maxLength={40}
                    autoComplete="off"
                    aria-label={t('level.label', { position: name + 1 })}
                  />
                </Form.Item>
                {number(name, 'from')}
                <span aria-hidden="true">–</span>
                {number(name, 'to')}
                {!isFrozen && (
                  <Button
                    type="text"
                    danger
                    size="small"
                    aria-label={t('level.remove', { position: name + 1 })}
                    onClick={() => remove(name)}
                  >
                    {t('criterion.remove')}
                  </Button>
                )}
              </div>
            ))}
            {!isFrozen && (
              <Space wrap>
                <Button
                  size="small"
                  type="dashed"
                  disabled={levels.length >= maxLevels}
                  onClick={() => add({ label: {}, from: null, to: null })}
                >
                  {t('level.add')}
                </Button>
                {levels.length === 0 && criterion.max !== null && (
                  <Button
                    size="small"
                    onClick={() => onSet(['rules', 'criteria', at, 'levels'], usualLevelsOf(criterion.max ?? 0, step))}
                  >
                    {t('level.usual')}
                  </Button>
                )}
              </Space>
            )}
          </div>
        )}
      </Form.List>
    </Form.Item>
  )
}

/** How far the points of all criteria are from 100. */
const PointSum = ({ criteria }: Pick<CriteriaListProps, 'criteria'>) => {
  const { t } = useRoundWords()
  const missing = pointsMissing(criteria)
  const points = Math.abs(missing) / 100
  return (
    <span role="status">
      <StateTag tone={missing === 0 ? 'good' : 'waiting'}>
        {missing === 0 ? t('sum.right') : t(missing > 0 ? 'sum.less' : 'sum.more', { points })}
      </StateTag>
    </span>
  )
}

/** The criteria of a round, in their order on the score sheet. */
export const CriteriaList = ({ criteria, language, step, isFrozen, onSet }: CriteriaListProps) => {
  const { t, intl } = useRoundWords()
  const { modal } = App.useApp()
  const [closed, setClosed] = useState<ReadonlySet<string>>(() => new Set(criteria.map(({ id }) => id)))
  const nameOf = (one: CriterionFields): string =>
    localize(one.label, intl.locale).text || t('criterion.at', { position: criteria.indexOf(one) + 1 })
  const toggle = (id: string): void => {
    const next = new Set(closed)
    if (!next.delete(id)) next.add(id)
    setClosed(next)
  }
  const askRemoval = (one: CriterionFields, remove: () => void): void => {
    modal.confirm({
      title: t('criterion.remove.title', { name: nameOf(one) }),
      okText: t('criterion.remove'),
      okButtonProps: { danger: true },
      onOk: remove,
    })
  }
  return (
    <Form.List name={['rules', 'criteria']}>
      {(_, { add, remove, move }) => (
        <div style={{ display: 'grid', gap: 12, marginBottom: 24 }}>
          {criteria.length === 0 ? (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('criteria.none')} />
          ) : (
            <OrderedList
              label={t('criteria')}
              items={criteria}
              nameOf={nameOf}
              onPlace={
                isFrozen
                  ? undefined
                  : (id, side, target) => {
                      const ids = criteria.map((one) => one.id)
                      move(ids.indexOf(id), placed(ids, id, side, target).indexOf(id))
                    }
              }
            >
              {(one) => {
                const at = criteria.indexOf(one)
                const isOpen = !closed.has(one.id)
                const name = nameOf(one)
                return (
                  <>
                    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' }}>
                      <div style={{ flex: '1 1 200px', minWidth: 0 }}>
                        <strong style={{ overflowWrap: 'anywhere' }}>{name}</strong>{' '}
                        <Typography.Text type="secondary">
                          {one.max === null ? '' : t('pointsOf', { points: one.max })}
                        </Typography.Text>
                      </div>
                      <Space size="small">
                        <Button
                          size="small"
                          disabled={false}
                          aria-expanded={isOpen}
                          aria-label={t(
                            isOpen ? 'criterion.closeOf' : isFrozen ? 'criterion.showOf' : 'criterion.editOf',
                            { name },
                          )}
                          onClick={() => toggle(one.id)}
                        >
                          {t(isOpen ? 'criterion.close' : isFrozen ? 'criterion.show' : 'criterion.edit')}
                        </Button>
                        {!isFrozen && (
                          <Button
                            size="small"
                            danger
                            aria-label={t('criterion.removeOf', { name })}
                            onClick={() => askRemoval(one, () => remove(at))}
                          >
                            {t('criterion.remove')}
                          </Button>
                        )}
                      </Space>
                    </div>
                    {isOpen && (
                      <div style={{ paddingBlockStart: 16 }}>
                        {/* Another language is another field: what was typed stays in the form's values. */}
                        <Form.Item
                          key={`label ${language}`}
                          name={[at, 'label', language]}
                          label={t('criterion.label')}
                        >
                          <Input lang={language} maxLength={100} autoComplete="off" />
                        </Form.Item>
                        <Form.Item key={`help ${language}`} name={[at, 'help', language]} label={t('criterion.help')}>
                          <Input.TextArea lang={language} maxLength={1_000} autoSize={{ minRows: 2, maxRows: 12 }} />
                        </Form.Item>
                        <Form.Item name={[at, 'max']} label={t('criterion.max')}>
                          <InputNumber min={0.01} max={100} step={step} precision={2} style={{ width: 120 }} />
                        </Form.Item>
                        <Levels
                          at={at}
                          criterion={one}
                          language={language}
                          step={step}
                          isFrozen={isFrozen}
                          onSet={onSet}
                        />
                      </div>
                    )}
                  </>
                )
              }}
            </OrderedList>
          )}
          <Space wrap size="middle">
            {!isFrozen && (
              <Button
                disabled={criteria.length >= maxCriteria}
                onClick={() => add(newCriterion(Math.max(0, pointsMissing(criteria))))}
              >
                {t('criterion.add')}
              </Button>
            )}
            <PointSum criteria={criteria} />
          </Space>
        </div>
      )}
    </Form.List>
  )
}
