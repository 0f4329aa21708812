import { finishPractice } from '@lectern/contract/review/review.ts'
import { useRef, useState } from 'react'
import type { Answers } from '@lectern/contract/enrolments/form-fields.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type * as contract from '@lectern/contract/review/review.ts'
import type { Client } from '../../../request/client.ts'
import { go } from '../../../router/history.ts'
import { useRouter } from '../../../router/router-context.tsx'
import { deskPath } from '../desk-address.ts'
import { useReviewText } from '../review-text.ts'
import { noteField, notesIn, scoresIn, textIn, totalOf } from '../typed-sheet.ts'
import { usePanelHeight } from '../use-panel-height.ts'
import { useSheetKeys } from '../use-sheet-keys.ts'
import { fieldIdOf } from './criterion-field.tsx'
import { DeskBar } from './desk-bar.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { commentId, focusField, SheetFields } from './sheet-fields.tsx'
import { SheetPanel, Total } from './sheet-panel.tsx'
import { Viewer, type ViewerHandle } from './viewer.tsx'
import styles from './desk.module.css'

interface PracticeDeskProps {
  client: Client
  practice: AnswerOf<typeof contract.readPractice>
}

/** The desk with a made-up work. Nothing is stored but that it was tried. */
export const PracticeDesk = ({ client, practice }: PracticeDeskProps) => {
  const { t } = useReviewText()
  const router = useRouter()
  const { round, criteria, step, title } = practice
  const [typed, setTyped] = useState<Answers>({})
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [height, setHeight] = usePanelHeight()
  const viewer = useRef<ViewerHandle>(null)
  const change = (field: string, value: string): void => setTyped((before) => ({ ...before, [field]: value }))
  const scores = scoresIn(typed, criteria, step)
  const full = criteria.reduce((sum, { max }) => sum + max, 0)
  const finish = async (): Promise<void> => {
    setChecked(true)
    const missing = criteria.find(({ id }) => scores[id]?.points === undefined)
    if (missing || (round.kind === 'advice' && textIn(typed, 'comment').trim() === '')) {
      setHeight(Math.max(height, 50))
      requestAnimationFrame(() => focusField(missing ? fieldIdOf(missing.id) : commentId))
      return
    }
    if (isBusy) return
    setBusy(true)
    await client(finishPractice, { params: { round: round.code } }, { inPlaceSignIn: true }).then(
      () => go(router, deskPath(round.code)),
      () => setBusy(false),
    )
  }
  const keys = useSheetKeys({
    criteria,
    step,
    scores,
    isReadOnly: false,
    viewer,
    onChange: change,
    height,
    onHeight: setHeight,
    onOther: (name) => {
      if (name !== 'submit') return false
      void finish()
      return true
    },
  })
  return (
    <div className={styles.desk} data-full-height>
      <DeskBar
        title={title}
        facts={[t('practice'), round.name]}
        onBack={() => void go(router, deskPath(round.code))}
        onKeys={keys.openHelp}
      />
      <Viewer
        work={practice}
        places={{}}
        onPlace={() => undefined}
        notes={notesIn(typed)}
        onNote={(file, at, text) => change(noteField(file, at), text)}
        isReadOnly={false}
        handle={viewer}
      />
      <SheetPanel
        height={height}
        onHeight={setHeight}
        head={criteria.length > 0 && <Total {...totalOf(scores)} full={full} />}
        actions={
          <button type="button" className="button" aria-disabled={isBusy || undefined} onClick={() => void finish()}>
            {t('practice.finish')}
          </button>
        }
      >
        <p className={styles.notice}>{t('practice.about')}</p>
        <SheetFields
          kind={round.kind}
          criteria={criteria}
          step={step}
          typed={typed}
          scores={scores}
          isReadOnly={false}
          isChecked={isChecked}
          current={keys.current}
          onCurrent={keys.setCurrent}
          onChange={change}
          hasRemark={false}
        />
      </SheetPanel>
      <p className="visually-hidden" role="status">
        {keys.spoken}
      </p>
      <KeysDialog {...keys.help} />
    </div>
  )
}
