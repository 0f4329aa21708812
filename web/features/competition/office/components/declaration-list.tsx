import { Button, Form, Input, Space } from 'antd'
import type { Locale } from '@lectern/contract/locales.ts'
import { usualDeclarations } from '@lectern/contract/works/default-declarations.ts'
import { maxDeclarations } from '@lectern/contract/works/work-values.ts'
import { placed } from '../../../admin-ui/arrangement.ts'
import { OrderedList } from '../../../admin-ui/components/ordered-list.tsx'
import { usePartWords } from '../part-words.ts'
import { newDeclaration, type DeclarationFields } from '../work-fields.ts'

interface DeclarationListProps {
  declarations: readonly DeclarationFields[]
  language: Locale
  onSet: (path: readonly (string | number)[], value: unknown) => void
}

/** What teams agree to when they submit: in an order, in every language. */
export const DeclarationList = ({ declarations, language, onSet }: DeclarationListProps) => {
  const t = usePartWords()
  const nameOf = (one: DeclarationFields): string => t('declaration.at', { position: declarations.indexOf(one) + 1 })
  const absent = usualDeclarations.filter(({ id }) => !declarations.some((one) => one.id === id))
  const hasRoom = declarations.length + absent.length <= maxDeclarations
  return (
    <Form.Item label={t('declarations')} extra={t('declarations.help')}>
      <Form.List name={['workRules', 'declarations']}>
        {(_, { add, remove, move }) => (
          <div style={{ display: 'grid', gap: 8 }}>
            {declarations.length > 0 && (
              <OrderedList
                label={t('declarations')}
                items={declarations}
                nameOf={nameOf}
                onPlace={(id, side, target) => {
                  const ids = declarations.map((one) => one.id)
                  move(ids.indexOf(id), placed(ids, id, side, target).indexOf(id))
                }}
              >
                {(one) => {
                  const at = declarations.indexOf(one)
                  return (
                    <div style={{ display: 'flex', gap: 8, alignItems: 'flex-start', flexWrap: 'wrap' }}>
                      <Form.Item
                        key={language}
                        name={[at, 'text', language]}
                        style={{ flex: '1 1 240px', marginBottom: 0 }}
                      >
                        <Input.TextArea
                          lang={language}
                          maxLength={2_000}
                          autoSize={{ minRows: 2, maxRows: 12 }}
                          aria-label={nameOf(one)}
                        />
                      </Form.Item>
                      <Button
                        danger
                        type="text"
                        aria-label={t('removeOf', { name: nameOf(one) })}
                        onClick={() => remove(at)}
                      >
                        {t('remove')}
                      </Button>
                    </div>
                  )
                }}
              </OrderedList>
            )}
            <Space wrap>
              <Button
                type="dashed"
                disabled={declarations.length >= maxDeclarations}
                onClick={() => add(newDeclaration())}
              >
                {t('declaration.add')}
              </Button>
              {absent.length > 0 && hasRoom && (
                <Button
                  onClick={() =>
                    onSet(['workRules', 'declarations'], [...declarations, ...structuredClone([...absent])])
                  }
                >
                  {t('declaration.usual', { count: absent.length })}
                </Button>
              )}
            </Space>
          </div>
        )}
      </Form.List>
    </Form.Item>
  )
}
