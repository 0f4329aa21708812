import type { IdAfter } from '@lectern/messages/message-id.ts'
import { App, Button, Empty, Form, Space } from 'antd'
import type { AnsweredField } from '@lectern/contract/competition/activities.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import { FormattedMessage, useIntl } from '../../../../ui/intl.tsx'
import { placed } from '../../../admin-ui/arrangement.ts'
import { OrderedList } from '../../../admin-ui/components/ordered-list.tsx'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { newOption, newQuestion, type Question } from '../question.ts'
import { QuestionEditor } from './question-editor.tsx'

interface FormBuilderProps {
  questions: readonly Question[]
  answered: readonly AnsweredField[]
  language: Locale
  /** Ids of the expanded questions. */
  opened: ReadonlySet<string>
  onOpen: (id: string, isOpen: boolean) => void
}

const maxQuestions = 60

/** Editor for the questions of an activity. */
export const FormBuilder = ({ questions, answered, language, opened, onOpen }: FormBuilderProps) => {
  const intl = useIntl()
  const { modal } = App.useApp()
  const t = (key: IdAfter<'office.activities.'>, values?: Record<string, string | number>): string =>
    intl.formatMessage({ id: `office.activities.${key}` }, values)
  const nameOf = (question: Question): string =>
    localize(question.label, intl.locale).text || t('questionAt', { position: questions.indexOf(question) + 1 })
  const answersTo = ({ id }: Question): AnsweredField | undefined => answered.find((field) => field.id === id)
  const askRemoval = (question: Question, remove: () => void): void => {
    const name = nameOf(question)
    modal.confirm({
      title: t('removeQuestion', { name }),
      content: t('removeQuestionHelp', { answers: answersTo(question)?.answers ?? 0 }),
      okText: t('remove'),
      okButtonProps: { danger: true },
      onOk: remove,
    })
  }
  return (
    <Form.List name="fields">
      {(_, { add, remove, move }) => (
        <div style={{ display: 'grid', gap: 16, marginBottom: 24 }}>
          {questions.length === 0 ? (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('noQuestions')} />
          ) : (
            <OrderedList
              label={t('form')}
              items={questions}
              nameOf={nameOf}
              onPlace={(id, side, target) => {
                const ids = questions.map((question) => question.id)
                move(ids.indexOf(id), placed(ids, id, side, target).indexOf(id))
              }}
            >
              {(question) => {
                const at = questions.indexOf(question)
                const isOpen = opened.has(question.id)
                const name = nameOf(question)
                const answers = answersTo(question)
                return (
                  <>
                    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' }}>
                      <div style={{ flex: '1 1 240px', minWidth: 0 }}>
                        <strong style={{ overflowWrap: 'anywhere' }}>{name}</strong>{' '}
                        <span style={{ color: 'var(--ink-3)' }}>{t(`type.${question.type}`)}</span>{' '}
                        {question.required && <StateTag tone="quiet">{t('isRequired')}</StateTag>}
                        {question.personal && <StateTag tone="waiting">{t('isPersonal')}</StateTag>}
                        {question.when && <StateTag tone="quiet">{t('isConditional')}</StateTag>}
                        {answers && <StateTag tone="active">{t('answers', { count: answers.answers })}</StateTag>}
                      </div>
                      <Space size="small">
                        <Button
                          size="small"
                          aria-expanded={isOpen}
                          aria-label={t(isOpen ? 'closeOf' : 'editOf', { name })}
                          onClick={() => onOpen(question.id, !isOpen)}
                        >
                          {t(isOpen ? 'close' : 'edit')}
                        </Button>
                        <Button
                          size="small"
                          danger
                          aria-label={t('removeOf', { name })}
                          onClick={() => askRemoval(question, () => remove(at))}
                        >
                          {t('remove')}
                        </Button>
                      </Space>
                    </div>
                    {isOpen && (
                      <QuestionEditor
                        at={at}
                        question={question}
                        questions={questions}
                        answered={answers}
                        language={language}
                      />
                    )}
                  </>
                )
              }}
            </OrderedList>
          )}
          <Button
            disabled={questions.length >= maxQuestions}
            style={{ justifySelf: 'start' }}
            onClick={() => {
              const question = { ...newQuestion(), options: [newOption(), newOption()] }
              add(question)
              onOpen(question.id, true)
            }}
          >
            <FormattedMessage id="office.activities.addQuestion" />
          </Button>
        </div>
      )}
    </Form.List>
  )
}
