import type { Answers } from '@lectern/contract/enrolments/form-fields.ts'
import type { ShownCriterion } from '@lectern/contract/review/review.ts'
import { notesIn, scoreField, textIn } from './typed-sheet.ts'

/** What was typed, to copy it when it cannot be saved any more. */
export const sheetAsText = (
  typed: Answers,
  criteria: readonly Pick<ShownCriterion, 'id' | 'label'>[],
  t: (key: 'comment' | 'remark' | 'notes') => string,
): string =>
  [
    ...criteria.map(({ id, label }) => `${label}: ${textIn(typed, scoreField(id))}`),
    `${t('comment')}: ${textIn(typed, 'comment')}`,
    `${t('remark')}: ${textIn(typed, 'remark')}`,
    ...notesIn(typed).map(({ text }) => `${t('notes')}: ${text}`),
  ].join('\n')
