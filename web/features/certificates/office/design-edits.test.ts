import type { CertificateDesign } from '@lectern/contract/certificates/certificate-designs.ts'
import { expect, test } from 'vitest'
import { addElement, changeElement, nudge, onPage, readableText, removeElement, restack, snap } from './design-edits.ts'

const empty: CertificateDesign = {
  page: { size: 'A4', orientation: 'landscape', paper: '#ffffff' },
  frame: { style: 'none', color: '#000000', second: '#000000' },
  background: null,
  elements: [],
}
const { design: one } = addElement(empty, 'qr')
const { design: two } = addElement(one, 'qr')

test('a new element lies in the middle of the page under an id of its own', () => {
  expect(two.elements.map(({ id, x, y }) => [id, x, y])).toEqual([
    ['qr-1', 135.5, 92],
    ['qr-2', 135.5, 92],
  ])
  expect(addElement(removeElement(two, 'qr-1'), 'qr').id).toBe('qr-1')
})

test('no box leaves the page or becomes too small to hold', () => {
  expect(onPage(empty, { x: -5, y: 300, width: 1, height: 20 })).toEqual({ x: 0, y: 190, width: 2, height: 20 })
  expect(onPage(empty, { x: 0, y: 0, width: 900, height: 900 })).toEqual({ x: 0, y: 0, width: 297, height: 210 })
})

test('a box near the middle snaps to it, and says so', () => {
  const { box, guides } = snap(one, 'qr-1', { x: 134.6, y: 40, width: 26, height: 26 })
  expect([box.x, box.y, guides]).toEqual([135.5, 40, { x: 148.5, y: undefined }])
})

test('a box snaps to the edges of others, never to itself', () => {
  const moved = changeElement(two, 'qr-1', { x: 30, y: 30 })
  expect(snap(moved, 'qr-2', { x: 57, y: 100, width: 26, height: 26 }).box.x).toBe(56)
  expect(snap(moved, 'qr-1', { x: 31, y: 31.2, width: 26, height: 26 }).box).toMatchObject({ x: 31, y: 31.2 })
})

test('elements are stacked anew, but not beyond the ends', () => {
  const ids = (design: CertificateDesign) => design.elements.map(({ id }) => id)
  expect(ids(restack(two, 'qr-1', 1))).toEqual(['qr-2', 'qr-1'])
  expect(restack(two, 'qr-1', -1)).toBe(two)
})

test('arrow keys move, with Alt they resize, with Shift by larger steps', () => {
  const box = { x: 10, y: 10, width: 20, height: 20 }
  const plain = { shiftKey: false, altKey: false }
  expect(nudge(box, 'ArrowLeft', plain)).toEqual({ ...box, x: 9.5 })
  expect(nudge(box, 'ArrowDown', { ...plain, shiftKey: true })).toEqual({ ...box, y: 15 })
  expect(nudge(box, 'ArrowRight', { ...plain, altKey: true })).toEqual({ ...box, width: 20.5 })
  expect(nudge(box, 'Enter', plain)).toBeUndefined()
})

test('an element is called what it says, with the names of its fields', () => {
  const nameOf = (field: string): string => `<${field}>`
  expect(readableText('[[Team: {people}]]\n[[Advisors: {advisors}]]', nameOf)).toBe(
    'Team: <people> Advisors: <advisors>',
  )
  expect(readableText('{unknown} [one]', nameOf)).toBe('{unknown} [one]')
})

test('a stamp is placed over the date, and without one in the lower right corner', () => {
  const place = { x: 177, y: 174, width: 92, height: 9 }
  const dated = addElement(empty, 'text')
  const { design, id } = addElement(
    changeElement(dated.design, dated.id, { ...place, text: { 'zh-CN': '{date}' } }),
    'stamp',
  )
  expect(design.elements.at(-1)).toEqual({ id, kind: 'stamp', file: null, x: 227, y: 148, width: 42, height: 42 })
  expect(addElement(empty, 'stamp').design.elements).toEqual([
    { id: 'stamp-1', kind: 'stamp', file: null, x: 225, y: 138, width: 42, height: 42 },
  ])
})
