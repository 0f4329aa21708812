import type { IdAfter } from '@lectern/messages/message-id.ts'
import { Button, Form, Input } from 'antd'
import type { AnsweredField } from '@lectern/contract/competition/activities.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import { FormattedMessage, useIntl } from '../../../../ui/intl.tsx'
import { placed } from '../../../admin-ui/arrangement.ts'
import { OrderedList } from '../../../admin-ui/components/ordered-list.tsx'
import { newOption, type Option } from '../question.ts'

interface QuestionOptionsProps {
  /** Index of the question. */
  at: number
  options: readonly Option[]
  answered: AnsweredField | undefined
  language: Locale
}

/** Options of a question, sortable, in all languages. Options that are in use cannot be removed. */
export const QuestionOptions = ({ at, options, answered, language }: QuestionOptionsProps) => {
  const intl = useIntl()
  const t = (key: IdAfter<'office.activities.'>, values?: Record<string, string | number>): string =>
    intl.formatMessage({ id: `office.activities.${key}` }, values)
  const nameOf = (option: Option): string =>
    localize(option.label, intl.locale).text || t('optionAt', { position: options.indexOf(option) + 1 })
  return (
    <Form.Item label={t('options')}>
      <Form.List name={[at, 'options']}>
        {(_, { add, remove, move }) => (
          <div style={{ display: 'grid', gap: 8 }}>
            <OrderedList
              label={t('options')}
              items={options}
              nameOf={nameOf}
              onPlace={(id, side, target) => {
                const ids = options.map((option) => option.id)
                move(ids.indexOf(id), placed(ids, id, side, target).indexOf(id))
              }}
            >
              {(option) => {
                const position = options.indexOf(option)
                const why = answered?.options.find(({ id }) => id === option.id)?.why
                return (
                  <div style={{ display: 'flex', gap: 8, alignItems: 'flex-start' }}>
                    <Form.Item
                      key={language}
                      name={[position, 'label', language]}
                      style={{ flex: 1, marginBottom: 0 }}
                      {...(why && { extra: why })}
                    >
                      <Input
                        lang={language}
                        maxLength={200}
                        autoComplete="off"
                        aria-label={t('optionAt', { position: position + 1 })}
                      />
                    </Form.Item>
                    <Button
                      danger
                      type="text"
                      disabled={why !== undefined}
                      aria-label={t('removeOf', { name: nameOf(option) })}
                      onClick={() => remove(position)}
                    >
                      <FormattedMessage id="office.activities.remove" />
                    </Button>
                  </div>
                )
              }}
            </OrderedList>
            <Button
              type="dashed"
              disabled={options.length >= 100}
              onClick={() => add(newOption())}
              style={{ justifySelf: 'start' }}
            >
              <FormattedMessage id="office.activities.addOption" />
            </Button>
          </div>
        )}
      </Form.List>
    </Form.Item>
  )
}
