import { App, Button, Input, Modal, Space } from 'antd'
import { useState } from 'react'
import type { PanelId, RoundId } from '@lectern/contract/ids.ts'
import { maxPanels } from '@lectern/contract/review/review-values.ts'
import { savePanels, type Panel } from '@lectern/contract/rounds/reviewers.ts'
import type { Client } from '../../../../request/client.ts'
import { problemsOf } from '../../../../request/request-error.ts'
import { useReviewerWords } from '../reviewer-words.ts'
import styles from './panel-editor.module.css'

interface Row {
  key: string
  id?: PanelId
  name: string
}

interface PanelEditorProps {
  client: Client
  roundId: RoundId
  panels: readonly Panel[]
  isFixed: boolean
  onSaved: () => void
  onClose: () => void
}

/** The panels of a round: their names, their order, and who leads them. */
export const PanelEditor = ({ client, roundId, panels, isFixed, onSaved, onClose }: PanelEditorProps) => {
  const { t } = useReviewerWords()
  const { message } = App.useApp()
  const [isOpen, setOpen] = useState(true)
  const [rows, setRows] = useState<readonly Row[]>(panels.map(({ id, name }) => ({ key: id, id, name })))
  const [added, setAdded] = useState(0)
  const [problems, setProblems] = useState<ReadonlyMap<number, string>>(new Map())
  const [busy, setBusy] = useState(false)
  const change = (next: readonly Row[]): void => {
    setRows(next)
    setProblems(new Map())
  }
  const add = (): void => {
    change([...rows, { key: `new ${added}`, name: t('panel.numbered', { number: rows.length + 1 }) }])
    setAdded(added + 1)
  }
  const move = (from: number, to: number): void => {
    const moved = [...rows]
    moved.splice(to, 0, ...moved.splice(from, 1))
    change(moved)
  }
  const save = async (): Promise<void> => {
    const empty = rows.flatMap(({ name }, index) => (name.trim() === '' ? [index] : []))
    if (empty.length > 0) {
      setProblems(new Map(empty.map((index) => [index, t('panel.nameNeeded')])))
      return
    }
    setBusy(true)
    try {
      const body = { panels: rows.map(({ id, name }) => ({ ...(id && { id }), name: name.trim() })) }
      await client(savePanels, { params: { id: roundId }, body }, { inPlaceSignIn: true })
      void message.success(t('saved'))
      onSaved()
      setOpen(false)
    } catch (error) {
      const refusals = (problemsOf(error) ?? []).map(
        ({ path, message: text }) => [Number(path.split('.')[1]), text] as const,
      )
      setProblems(new Map(refusals))
    }
    setBusy(false)
  }
  return (
    <Modal
      open={isOpen}
      title={t('panels.title')}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      footer={
        <Space wrap>
          <Button onClick={() => setOpen(false)}>{t('close')}</Button>
          {!isFixed && (
            <Button type="primary" loading={busy} onClick={() => void save()}>
              {t('save')}
            </Button>
          )}
        </Space>
      }
    >
      <p className={styles.help}>{t('panels.help')}</p>
      <ol className={`stack gap-12 ${styles.list}`}>
        {rows.map(({ key, id, name }, index) => {
          const panel = panels.find((one) => one.id === id)
          const problem = problems.get(index)
          const problemId = `panel-problem-${index}`
          return (
            <li key={key}>
              <div className={styles.row}>
                <Input
                  value={name}
                  maxLength={40}
                  disabled={isFixed}
                  aria-label={t('panel.name', { number: index + 1 })}
                  {...(problem && { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': problemId })}
                  onChange={({ target }) =>
                    change(rows.map((row) => (row.key === key ? { ...row, name: target.value } : row)))
                  }
                />
                {!isFixed && (
                  <>
                    <Button
                      type="text"
                      disabled={index === 0}
                      aria-label={t('panel.up', { name })}
                      onClick={() => move(index, index - 1)}
                    >
                      ↑
                    </Button>
                    <Button
                      type="text"
                      disabled={index === rows.length - 1}
                      aria-label={t('panel.down', { name })}
                      onClick={() => move(index, index + 1)}
                    >
                      ↓
                    </Button>
                    <Button
                      type="text"
                      danger
                      disabled={(panel?.works ?? 0) > 0}
                      title={(panel?.works ?? 0) > 0 ? t('panel.hasWorks') : ''}
                      aria-label={t('panel.delete', { name })}
                      onClick={() => change(rows.filter((row) => row.key !== key))}
                    >
                      ×
                    </Button>
                  </>
                )}
              </div>
              {problem && (
                <div id={problemId} role="alert" className={styles.problem}>
                  {problem}
                </div>
              )}
              {panel && (
                <small className="muted">
                  {t('panel.about', { members: panel.members, works: panel.works })}{' '}
                  {panel.chair === null ? t('panel.noChair') : t('panel.chair', { name: panel.chair })}
                </small>
              )}
            </li>
          )
        })}
      </ol>
      {!isFixed && rows.length < maxPanels && <Button onClick={add}>{t('panel.add')}</Button>}
    </Modal>
  )
}
