import { Select } from 'antd'
import type { PageHead } from '@lectern/contract/pages/pages.ts'
import type { PageName } from '@lectern/contract/pages/section-shapes.ts'
import { useEditorWords } from '../editor-words.ts'
import { unsavedPages } from '../use-page-draft.ts'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'

interface PageChoiceProps {
  pages: readonly PageHead[]
  value: PageName
  onChange: (name: PageName) => void
}

/** All pages made of sections; those with unpublished changes are marked. */
export const PageChoice = ({ pages, value, onChange }: PageChoiceProps) => {
  const { t, page } = useEditorWords()
  const noteOf = ({ name, version, publishedVersion }: PageHead): string | undefined => {
    if (name === value) return undefined
    if (unsavedPages().includes(name)) return t('unsavedPage')
    return version === publishedVersion ? undefined : t('unpublishedPage')
  }
  return (
    <Select<PageName>
      aria-label={t('choose')}
      style={{ minWidth: 220 }}
      value={value}
      onChange={onChange}
      options={pages.map((head) => {
        const note = noteOf(head)
        return {
          value: head.name,
          label: (
            <>
              {page(head.name)}
              {note && (
                <>
                  {' '}
                  <StateTag tone="waiting">{note}</StateTag>
                </>
              )}
            </>
          ),
        }
      })}
    />
  )
}
