/** Points of an A4 page. */
const [width, height, margin] = [595, 842, 64]

const escaped = (text: string): string => text.replaceAll(/[\\()]/g, String.raw`\$&`)

interface Line {
  font: 'F1' | 'F2'
  size: number
  /** Down from the line above. */
  gap: number
  indent: number
  text: string
}

const lineOf = (source: string): Line => {
  if (source.startsWith('# ')) return { font: 'F2', size: 20, gap: 30, indent: 0, text: source.slice(2) }
  if (source.startsWith('## ')) return { font: 'F2', size: 12.5, gap: 28, indent: 0, text: source.slice(3) }
  if (source.startsWith('- ')) return { font: 'F1', size: 10.5, gap: 16, indent: 12, text: `\u00b7 ${source.slice(2)}` }
  return { font: 'F1', size: 10.5, gap: 16, indent: 0, text: source }
}

/** One page of plain Latin text: headings, lines and lists, each line of the source a line of the page. */
export const writePdf = (source: string): Buffer => {
  let y = height - margin
  const plainText = source
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { font, size, gap, indent, text } = lineOf(line)
      y -= gap
      return `BT /${font} ${size} Tf ${margin + indent} ${y} Td (${escaped(text)}) Tj ET`
    })
    .join('\n')
  const font = (name: string): string =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en) >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> /Contents 6 0 R >>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Length ${Buffer.byteLength(plainText, 'latin1')} >>\nstream\n${plainText}\nendstream`,
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
