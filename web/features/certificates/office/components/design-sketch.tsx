import type { CertificateDesign, DesignElement } from '@lectern/contract/certificates/certificate-designs.ts'
import { pageMeasures } from '@lectern/contract/certificates/certificate-values.ts'

/** Millimetres between the frame and the edge of the page. */
const margin = 8
/** Of a line of text; wider boxes have more room than their text needs. */
const widestLine = 0.6

const Mark = ({ element }: { element: DesignElement }) => {
  const { x, y, width, height } = element
  if (element.kind === 'picture' || element.kind === 'stamp')
    return <rect x={x} y={y} width={width} height={height} fill="#000" opacity="0.06" />
  if (element.kind === 'qr' || element.kind === 'ornament')
    return <rect x={x} y={y} width={width} height={height} fill={element.color} opacity="0.2" />
  // Points, about as high as capital letters.
  const tall = Math.min(height, element.size * 0.25)
  const long = element.align === 'left' ? width : width * widestLine
  const start = { left: x, center: x + (width - long) / 2, right: x + width - long }[element.align]
  return (
    <rect
      x={start}
      y={y + (height - tall) / 2}
      width={long}
      height={tall}
      rx={tall / 4}
      fill={element.color}
      opacity="0.25"
    />
  )
}

/** Where things are on a page, until the page itself is drawn. */
export const DesignSketch = ({ design }: { design: CertificateDesign }) => {
  const { width, height } = pageMeasures(design.page)
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" data-sketch="">
      <rect width={width} height={height} fill={design.page.paper} />
      {design.frame.style !== 'none' && (
        <rect
          x={margin}
          y={margin}
          width={width - 2 * margin}
          height={height - 2 * margin}
          fill="none"
          stroke={design.frame.color}
          opacity="0.5"
        />
      )}
      {design.elements.map((element) => (
        <Mark key={element.id} element={element} />
      ))}
    </svg>
  )
}
