import type { PartKind } from '@lectern/contract/work-values.ts'
import { Icon } from '../../../ui/icons.tsx'
import styles from './kind-drawing.module.css'

const page = 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6'
const shapes: Partial<Record<PartKind, string>> = {
  video: 'M4 5h16v14H4zM10 9v6l5-3z',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 2.5-2.5L20 17M15 9h.01',
  slides: 'M3 5h18v11H3zM12 16v4M8 20h8M8 12V9M12 12V8M16 12v-2',
}

/** Takes the place of a picture where a work has none. */
export const KindDrawing = ({ kind }: { kind: PartKind }) => (
  <span className={styles.drawing} data-kind={kind} aria-hidden="true">
    <Icon>
      <path d={shapes[kind] ?? page} />
    </Icon>
  </span>
)
