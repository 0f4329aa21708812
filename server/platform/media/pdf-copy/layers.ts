import { PdfArray, PdfDict, PdfName, type PdfObject } from '@libpdf/core'
import type { PdfSource, Value } from './source.ts'

/** Whether the layer that something belongs to is shown when the document is opened. */
export type IsVisible = (layer: PdfObject | undefined) => boolean

const maxDepth = 20

const nameOf = (value: Value | undefined): string | undefined => (value instanceof PdfName ? value.value : undefined)

/** Layers as readers show them before anybody changes that. */
export const readLayers = ({ catalog, resolve }: PdfSource): IsVisible => {
  const dictOf = (value: PdfObject | undefined): PdfDict | undefined => {
    const dict = resolve(value)
    return dict instanceof PdfDict ? dict : undefined
  }
  const listOf = (value: PdfObject | undefined): PdfDict[] => {
    const list = resolve(value)
    if (list instanceof PdfDict) return [list]
    return list instanceof PdfArray ? list.toArray().flatMap((each) => dictOf(each) ?? []) : []
  }
  const config = dictOf(dictOf(catalog.get('OCProperties'))?.get('D'))
  const isOffFirst = nameOf(resolve(config?.get('BaseState'))) === 'OFF'
  const on = new Set(listOf(config?.get('ON')))
  const off = new Set(listOf(config?.get('OFF')))

  // Layers whose own setting is used when the document is looked at.
  const viewed = new Set(
    listOf(config?.get('AS')).flatMap((usage) =>
      nameOf(resolve(usage.get('Event'))) === 'View' ? listOf(usage.get('OCGs')) : [],
    ),
  )
  const viewState = (group: PdfDict): string | undefined =>
    viewed.has(group) ? nameOf(resolve(dictOf(dictOf(group.get('Usage'))?.get('View'))?.get('ViewState'))) : undefined

  const isOn = (group: PdfDict): boolean => {
    const state = viewState(group)
    if (state) return state !== 'OFF'
    return isOffFirst ? on.has(group) && !off.has(group) : !off.has(group)
  }

  const isTrue = (expression: PdfObject | undefined, depth: number): boolean => {
    const value = resolve(expression)
    if (depth > maxDepth) return true
    if (value instanceof PdfDict) return isOn(value)
    if (!(value instanceof PdfArray)) return true
    const [operator, ...given] = value.toArray()
    const name = nameOf(resolve(operator))
    if (name === 'Not') return !isTrue(given[0], depth + 1)
    return name === 'Or'
      ? given.some((each) => isTrue(each, depth + 1))
      : given.every((each) => isTrue(each, depth + 1))
  }

  const policies: Readonly<Record<string, (states: readonly boolean[]) => boolean>> = {
    AllOn: (states) => states.every(Boolean),
    AnyOn: (states) => states.some(Boolean),
    AnyOff: (states) => states.some((state) => !state),
    AllOff: (states) => states.every((state) => !state),
  }

  return (layer) => {
    const dict = dictOf(layer)
    if (!dict) return true
    if (nameOf(resolve(dict.get('Type'))) !== 'OCMD') return isOn(dict)
    if (dict.has('VE')) return isTrue(dict.get('VE'), 0)
    const states = listOf(dict.get('OCGs')).map(isOn)
    if (states.length === 0) return true
    return policies[nameOf(resolve(dict.get('P'))) ?? 'AnyOn']?.(states) ?? true
  }
}
