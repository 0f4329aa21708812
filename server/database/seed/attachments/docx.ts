import { packZip } from './zip.ts'

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** `**strong**` words among others. */
const runs = (text: string): string =>
  text
    .split('**')
    .map((part, index) => {
      const strong = index % 2 === 1 ? '<w:rPr><w:b/></w:rPr>' : ''
      return part === '' ? '' : `<w:r>${strong}<w:t xml:space="preserve">${escaped(part)}</w:t></w:r>`
    })
    .join('')

const paragraph = (text: string, style?: string): string => {
  const named = style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''
  return `<w:p>${named}${runs(text)}</w:p>`
}

const cellsOf = (line: string): string[] =>
  line
    .replaceAll(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim())

const side = (name: string): string => `<w:${name} w:val="single" w:sz="4" w:color="8FA1BD"/>`
const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(side).join('')

const table = (lines: readonly string[]): string => {
  const rows = lines.filter((line) => !/^\|[\s|:-]+\|$/.test(line)).map(cellsOf)
  const tableRows = rows.map((cells) => {
    const columns = cells.map(
      (cell) => `<w:tc><w:tcPr><w:tcW w:w="0" w:type="auto"/></w:tcPr>${paragraph(cell)}</w:tc>`,
    )
    return `<w:tr>${columns.join('')}</w:tr>`
  })
  const grid = rows[0]!.map(() => '<w:gridCol w:w="3000"/>').join('')
  return `<w:tbl><w:tblPr><w:tblW w:w="5000" w:type="pct"/><w:tblBorders>${borders}</w:tblBorders></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${tableRows.join('')}</w:tbl>${paragraph('')}`
}

/** Headings, paragraphs, lists and tables; nothing else. */
const bodyOf = (markdown: string): string => {
  const blocks = markdown.trim().split(/\n{2,}/)
  return blocks
    .map((block) => {
      const lines = block.split('\n')
      if (lines[0]!.startsWith('|')) return table(lines)
      return lines
        .map((line) => {
          if (line.startsWith('# ')) return paragraph(line.slice(2), 'Title')
          if (line.startsWith('## ')) return paragraph(line.slice(3), 'Heading1')
          if (line.startsWith('- ')) return paragraph(`• ${line.slice(2)}`)
          return paragraph(line)
        })
        .join('')
    })
    .join('')
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const formats = 'http://schemas.openxmlformats.org'
const words = `${formats}/wordprocessingml/2006/main`
const parts = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

const style = (id: string, name: string, size: number, before: number): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:pPr><w:spacing w:before="${before}" w:after="160"/></w:pPr><w:rPr><w:b/><w:color w:val="0A2453"/><w:sz w:val="${size}"/></w:rPr></w:style>`

/** A word processor document, A4, from a subset of Markdown. */
export const writeDocx = (markdown: string): Buffer =>
  packZip([
    {
      name: '[Content_Types].xml',
      content: `${declaration}<Types xmlns="${formats}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${parts}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${parts}.styles+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: `${declaration}<Relationships xmlns="${formats}/package/2006/relationships"><Relationship Id="rId1" Type="${formats}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: 'word/_rels/document.xml.rels',
      content: `${declaration}<Relationships xmlns="${formats}/package/2006/relationships"><Relationship Id="rId1" Type="${formats}/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
    },
    {
      name: 'word/styles.xml',
      content: `${declaration}<w:styles xmlns:w="${words}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="Microsoft YaHei"/><w:sz w:val="22"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="360" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>${style('Title', 'Title', 36, 0)}${style('Heading1', 'heading 1', 26, 280)}</w:styles>`,
    },
    {
      name: 'word/document.xml',
      content: `${declaration}<w:document xmlns:w="${words}"><w:body>${bodyOf(markdown)}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1300" w:bottom="1440" w:left="1300"/></w:sectPr></w:body></w:document>`,
    },
  ])
