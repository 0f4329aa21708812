import { Dialog } from '../../../ui/dialog.tsx'
import { useIntl } from '../../../ui/intl.tsx'
import { readerActions, readerKeys } from '../../../ui/pdf/reader-keys.ts'
import { useReviewText } from '../review-text.ts'
import own from './desk-extras.module.css'
import styles from './sheet.module.css'

type KeyText = 'level' | 'criterion' | 'upDown' | 'lessMore' | 'type' | 'leave' | 'comment' | 'remark' | 'submit'
type ViewerText = 'next' | 'play' | 'steps' | 'speed' | 'note' | 'part' | 'flag' | 'help'

const groups: readonly { name: 'score' | 'view'; keys: readonly (readonly [string[], KeyText | ViewerText])[] }[] = [
  {
    name: 'score',
    keys: [
      [['1', '…', '9'], 'level'],
      [['Shift', '1', '…', '9'], 'criterion'],
      [['↑', '↓'], 'upDown'],
      [['←', '→'], 'lessMore'],
      [['Enter'], 'type'],
      [['Esc'], 'leave'],
      [['C'], 'comment'],
      [['R'], 'remark'],
      [['S'], 'submit'],
      [['N', 'P'], 'next'],
    ],
  },
  {
    name: 'view',
    keys: [
      [['Space', 'K'], 'play'],
      [['J', 'L'], 'steps'],
      [['<', '>'], 'speed'],
      [['M'], 'note'],
      [['[', ']'], 'part'],
      [['F'], 'flag'],
      [['?'], 'help'],
    ],
  },
]

interface KeysDialogProps {
  open: boolean
  isOn: boolean
  onChoose: (isOn: boolean) => void
  onClose: () => void
}

/** All keys of the desk, and how to turn them off. */
export const KeysDialog = ({ open, isOn, onChoose, onClose }: KeysDialogProps) => {
  const { t } = useReviewText()
  const intl = useIntl()
  return (
    <Dialog open={open} title={t('keys')} onClose={onClose}>
      <label className={own.keysChoice}>
        <input type="checkbox" checked={isOn} onChange={({ target }) => onChoose(target.checked)} />
        <span>{t('keys.on')}</span>
      </label>
      <p className={styles.help}>{t('keys.about')}</p>
      {groups.map(({ name, keys }) => (
        <section key={name} className={own.keys} data-off={!isOn || undefined}>
          <h3>{t(`keys.${name}`)}</h3>
          <dl>
            {keys.map(([pressed, does]) => (
              <div key={does}>
                <dt>{pressed.map((key) => (key === '…' ? <span key={key}>…</span> : <kbd key={key}>{key}</kbd>))}</dt>
                <dd>{t(`key.${does}`)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <section className={own.keys} data-off={!isOn || undefined}>
        <h3>{t('keys.document')}</h3>
        <dl>
          {readerActions.map((action) => (
            <div key={action}>
              <dt>
                <kbd>{readerKeys[action][0].toUpperCase()}</kbd>
              </dt>
              <dd>{intl.formatMessage({ id: action === 'goTo' ? 'pdf.goToPage' : `pdf.${action}` })}</dd>
            </div>
          ))}
        </dl>
      </section>
    </Dialog>
  )
}
