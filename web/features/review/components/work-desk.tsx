import { useEffect, useRef, useState } from 'react'
import type { DeskWorkView, Sheet } from '@lectern/contract/review/review.ts'
import type { Client } from '../../../request/client.ts'
import { go } from '../../../router/history.ts'
import { useRouter } from '../../../router/router-context.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { ButtonSpinner } from '../../../ui/form/button-spinner.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { deskPath, reviewPath } from '../desk-address.ts'
import { useReviewText } from '../review-text.ts'
import { sheetAsText } from '../sheet-text.ts'
import { isTooLong, noteField, notesIn, placesField, placesIn, scoresIn, textIn, totalOf } from '../typed-sheet.ts'
import { usePanelHeight } from '../use-panel-height.ts'
import { useSheetDraft } from '../use-sheet-draft.ts'
import { useSheetKeys } from '../use-sheet-keys.ts'
import { useSubmission } from '../use-submission.ts'
import { nextUnfinished } from '../work-list.ts'
import { fieldIdOf } from './criterion-field.tsx'
import { DeskBar } from './desk-bar.tsx'
import { BackIcon, FlagIcon, ForwardIcon } from './desk-icons.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { OwnTotals, useOwnWorks } from './own-totals.tsx'
import { DeclineDialog, FlagDialog } from './report-dialogs.tsx'
import { SavedLine, SheetStateMark } from './saved-line.tsx'
import { SheetConflicts } from './sheet-conflicts.tsx'
import { commentId, focusField, SheetFields } from './sheet-fields.tsx'
import { SheetPanel, Total } from './sheet-panel.tsx'
import { Viewer, type ViewerHandle } from './viewer.tsx'
import styles from './desk.module.css'

interface WorkDeskProps {
  client: Client
  work: DeskWorkView
  /** Who writes. */
  owner: string
  /** Loads the work again, for example when it can be written again. */
  onOutdated: () => void
}

/** A work beside its sheet. */
export const WorkDesk = ({ client, work, owner, onOutdated }: WorkDeskProps) => {
  const { t } = useReviewText()
  const router = useRouter()
  const { code, title, criteria, step, round, may } = work
  const [sheet, setSheet] = useState<Sheet>(work.sheet)
  const [flags, setFlags] = useState(work.flags)
  const [dialog, setDialog] = useState<'flag' | 'decline'>()
  const [isChecked, setChecked] = useState(false)
  const [height, setHeight] = usePanelHeight()
  const viewer = useRef<ViewerHandle>(null)
  const conflicts = useRef<HTMLHeadingElement>(null)
  const next = useRef<HTMLButtonElement>(null)
  const [draft, state] = useSheetDraft({ client, work, owner, onSaved: setSheet })
  const [works, reloadWorks] = useOwnWorks(client, round.code)

  const { answers: typed, saving } = state
  const isRefused = saving.kind === 'refused'
  const isReadOnly = may.write !== null || isRefused
  const scores = scoresIn(typed, criteria, step)
  const total = totalOf(scores)
  const full = criteria.reduce((sum, { max }) => sum + max, 0)
  const isSubmitted = sheet.state === 'submitted' && !draft.isUnsaved

  const isIncomplete = (): boolean => {
    setChecked(true)
    const missing = criteria.find(({ id }) => scores[id]?.points === undefined)
    const lacksComment = round.kind === 'advice' && textIn(typed, 'comment').trim() === ''
    if (!missing && !lacksComment && !isTooLong(typed)) return false
    setHeight(Math.max(height, 50))
    requestAnimationFrame(() => focusField(missing ? fieldIdOf(missing.id) : commentId))
    return true
  }
  const {
    submit,
    isBusy,
    told: notice,
  } = useSubmission({
    client,
    code,
    draft,
    isIncomplete,
    onSubmitted: (sent) => {
      setSheet(sent)
      setChecked(false)
      reloadWorks()
    },
    onUnchanged: () => setSheet((before) => ({ ...before, state: 'submitted' })),
  })
  const leaveFor = async (path: string): Promise<void> => {
    if (draft.isUnsaved && !isRefused && !(await draft.flush()) && !confirm(t('leave'))) return
    await go(router, path)
  }
  const open = (target: string | null): boolean => {
    if (target !== null) void leaveFor(reviewPath(target))
    return target !== null
  }
  const keys = useSheetKeys({
    criteria,
    step,
    scores,
    isReadOnly,
    viewer,
    onChange: draft.change,
    height,
    onHeight: setHeight,
    onOther: (name) => {
      if (name === 'next') return open(work.next)
      if (name === 'previous') return open(work.previous)
      if (name === 'flag') setDialog(may.flag === null ? 'flag' : undefined)
      else if (!isReadOnly) void submit()
      return true
    },
  })
  // After submitting, Enter goes on to the next work.
  useEffect(() => {
    if (isSubmitted && sheet.submittedAt !== work.sheet.submittedAt) next.current?.focus()
  }, [isSubmitted, sheet.submittedAt, work.sheet.submittedAt])

  const place = (file: number, at: number): void => {
    const places = placesIn(typed)
    if (isReadOnly || places[file] === at) return
    draft.change(placesField, JSON.stringify({ ...places, [file]: at }))
  }
  const following = works && nextUnfinished(works, code)
  const goOn = (): void => void leaveFor(following ? reviewPath(following.code) : deskPath(round.code))
  return (
    <div className={styles.desk} data-full-height>
      <DeskBar
        title={title}
        facts={[code, work.activity]}
        onBack={() => void leaveFor(deskPath(round.code))}
        onKeys={keys.openHelp}
      >
        <nav className={styles.neighbours} aria-label={t('neighbours')}>
          <button
            type="button"
            className={styles.icon}
            aria-label={t('previous')}
            title={t('previous')}
            aria-disabled={work.previous === null || undefined}
            onClick={() => open(work.previous)}
          >
            <BackIcon />
          </button>
          <button
            type="button"
            className={styles.icon}
            aria-label={t('next')}
            title={t('next')}
            aria-disabled={work.next === null || undefined}
            onClick={() => open(work.next)}
          >
            <ForwardIcon />
          </button>
        </nav>
      </DeskBar>
      <Viewer
        work={work}
        places={placesIn(typed)}
        onPlace={place}
        notes={notesIn(typed)}
        onNote={(file, at, text) => draft.change(noteField(file, at), text)}
        isReadOnly={isReadOnly}
        handle={viewer}
      />
      <SheetPanel
        height={height}
        onHeight={setHeight}
        head={
          <>
            {criteria.length > 0 && <Total {...total} full={full} />}
            <SheetStateMark state={isSubmitted || sheet.state !== 'submitted' ? sheet.state : 'changed'} />
            {isReadOnly ? (
              <div className={styles.notice} role="alert">
                <p>{isRefused ? saving.why : may.write}</p>
                {isRefused && (
                  <p className={`row ${styles.row}`}>
                    <CopyButton
                      text={() => sheetAsText(typed, criteria, t)}
                      label={t('copyMine')}
                      copied={t('copied')}
                      name={t('sheet')}
                    />
                    <button type="button" className="button quiet" onClick={onOutdated}>
                      {t('showCurrent')}
                    </button>
                  </p>
                )}
              </div>
            ) : (
              <SavedLine
                state={state}
                savedAt={work.sheet.savedAt}
                timeZone={round.timeZone}
                onAgain={() => void draft.flush()}
                onChoose={() => {
                  setHeight(Math.max(height, 50))
                  conflicts.current?.focus()
                }}
              />
            )}
          </>
        }
        actions={
          <>
            {notice && (
              <p role="alert" className={`small strong ${styles.told}`}>
                {notice}
              </p>
            )}
            {!isReadOnly && !isSubmitted && (
              <button
                type="button"
                className="button"
                aria-disabled={isBusy || undefined}
                onClick={() => void submit()}
              >
                {isBusy && <ButtonSpinner />}
                {t(sheet.submittedAt === null ? 'submit' : 'submitAgain')}
              </button>
            )}
            {(isReadOnly || isSubmitted) && works && (
              <button ref={next} type="button" className="button" onClick={goOn}>
                {t(following ? 'goOn' : 'allDone')}
              </button>
            )}
            <p className={styles.submitted} role="status">
              {isSubmitted && sheet.submittedAt !== null && (
                <FormattedMessage
                  id="review.submittedAt"
                  values={{
                    moment: <DateTime key="at" value={sheet.submittedAt} exact="here" timeZone={round.timeZone} />,
                  }}
                />
              )}
            </p>
          </>
        }
      >
        {(state.isRestored || state.taken.length > 0) && (
          <div className={styles.notice} role="status">
            <p>{t(state.isRestored ? 'restored' : 'taken')}</p>
            <button type="button" className={styles.link} onClick={draft.acknowledge}>
              {t('understood')}
            </button>
          </div>
        )}
        <SheetConflicts heading={conflicts} criteria={criteria} state={state} onChoose={draft.choose} />
        <SheetFields
          kind={round.kind}
          criteria={criteria}
          step={step}
          typed={typed}
          scores={scores}
          isReadOnly={isReadOnly}
          isChecked={isChecked}
          current={keys.current}
          onCurrent={keys.setCurrent}
          onChange={draft.change}
        />
        {works && criteria.length > 0 && (
          <OwnTotals works={works} code={code} title={title} total={total.missing === 0 ? total.points : undefined} />
        )}
        <div className={`stack gap-8 small ${styles.reports}`}>
          {flags.map((flag) => (
            <p key={`${flag.kind} ${flag.text}`} className={styles.flag}>
              <FlagIcon />
              <span>
                {t(`flag.${flag.kind}`)}
                {flag.text && ` · ${flag.text}`}
                {flag.isResolved && ` · ${t('flag.resolved')}`}
              </span>
            </p>
          ))}
          <p className={`row ${styles.row}`}>
            {may.flag === null && (
              <button type="button" className={styles.link} onClick={() => setDialog('flag')}>
                {t('flag')}
              </button>
            )}
            {may.decline === null && (
              <button type="button" className={styles.link} onClick={() => setDialog('decline')}>
                {t('decline')}
              </button>
            )}
          </p>
        </div>
      </SheetPanel>
      <p className="visually-hidden" role="status">
        {keys.spoken}
      </p>
      <KeysDialog {...keys.help} />
      <FlagDialog
        client={client}
        work={work}
        open={dialog === 'flag'}
        onClose={() => setDialog(undefined)}
        onFlagged={(flag) => setFlags((before) => [...before, flag])}
      />
      <DeclineDialog
        client={client}
        work={work}
        open={dialog === 'decline'}
        onClose={() => setDialog(undefined)}
        onDeclined={(target) => {
          // The sheet is not theirs any more: the last seconds would be refused.
          draft.abandon()
          void go(router, target === null ? deskPath(round.code) : reviewPath(target))
        }}
      />
    </div>
  )
}
