import type { Extensions } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { StarterKit } from '@tiptap/starter-kit'
import { pictureAt } from '@lectern/contract/files/file-addresses.ts'
import { linkAddress } from '@lectern/contract/pages/link-addresses.ts'

/** A picture of this site; pasted external pictures are dropped. */
const Picture = Image.extend({
  parseHTML: () => [
    { tag: 'img[src]', getAttrs: (element) => (pictureAt(element.getAttribute('src')!) ? null : false) },
  ],
  // No Markdown-like input for pictures.
  addInputRules: () => [],
})

/** As wide as its content: fixed column widths would not fit a phone. */
const PlainTable = Table.extend({ renderHTML: () => ['table', ['tbody', 0]] })

const cell = { content: '(paragraph | bulletList | orderedList)+' }

/** The allowed elements; the server removes all others. */
export const richTextExtensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (address) => linkAddress.test(address),
      HTMLAttributes: { rel: null, target: null, class: null },
    },
  }),
  PlainTable.configure({ resizable: false }),
  TableRow,
  TableHeader.extend(cell),
  TableCell.extend(cell),
  Picture,
]
