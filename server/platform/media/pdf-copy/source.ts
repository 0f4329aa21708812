import { AsyncLocalStorage } from 'node:async_hooks'
import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfStream, type PdfObject } from '@libpdf/core'
import {
  CannotCopy,
  createBudget,
  decode,
  filterName,
  PdfTooCostly,
  type Budget,
  type Filter,
  type FilterParameters,
} from './filters.ts'

/** An object that is no reference to another one. */
export type Value = Exclude<PdfObject, PdfRef>

/** The document that is copied. */
export interface PdfSource {
  catalog: PdfDict
  budget: Budget
  /** What a reference leads to; undefined: nothing. */
  resolve(value: PdfObject | undefined): Value | undefined
  /** All filters are undone, except those that only pictures have. */
  decode(stream: PdfStream): { data: Uint8Array; left: readonly Filter[] }
}

type Resolve = PdfSource['resolve']

const numbersOf = (value: Value | undefined, resolve: Resolve): FilterParameters =>
  value instanceof PdfDict
    ? Object.fromEntries(
        [...value].flatMap(([key, each]) => {
          const number = resolve(each)
          return number instanceof PdfNumber ? [[key.value, number.value]] : []
        }),
      )
    : {}

const listOf = (value: Value | undefined): (PdfObject | undefined)[] =>
  value instanceof PdfArray ? value.toArray() : [value]

/** The filters of a stream, in the order in which they are undone. */
const filtersOf = (stream: PdfStream, resolve: Resolve): Filter[] => {
  const parameters = listOf(resolve(stream.get('DecodeParms') ?? stream.get('DP')))
  return listOf(resolve(stream.get('Filter') ?? stream.get('F'))).flatMap((each, index) => {
    const name = resolve(each)
    return name instanceof PdfName && name.value !== 'Crypt'
      ? [{ name: filterName(name.value), parameters: numbersOf(resolve(parameters[index]), resolve) }]
      : []
  })
}

const budgets = new AsyncLocalStorage<Budget>()

// The library decodes tables and streams of objects while it reads, and would do so without any bound.
const decodeUnbounded = PdfStream.prototype.getDecodedData
PdfStream.prototype.getDecodedData = function getDecodedData(this: PdfStream) {
  const budget = budgets.getStore()
  if (!budget) return decodeUnbounded.call(this)
  const filters = filtersOf(this, (value) => (value instanceof PdfRef ? undefined : value))
  return decode(this.data, filters, budget).data
}

/** References may lead to references, but not for ever. */
const maxSteps = 20

const openSource = async (content: Uint8Array, budget: Budget): Promise<PdfSource> => {
  const pdf = await PDF.load(content)
  if (!pdf.isAuthenticated) throw new CannotCopy('This document needs a password')
  const resolve: Resolve = (value) => {
    let current = value
    for (let step = 0; current instanceof PdfRef; step += 1) {
      if (step > maxSteps) throw new CannotCopy('A reference leads nowhere')
      current = pdf.context.resolve(current) ?? undefined
    }
    return current === undefined || current.type === 'null' ? undefined : current
  }
  return {
    catalog: pdf.context.catalog.getDict(),
    budget,
    resolve,
    decode: (stream) => decode(stream.data, filtersOf(stream, resolve), budget),
  }
}

/** Reads a document within bounds; what it asks for beyond them ends in an error. */
export const withSource = <Result>(
  content: Uint8Array,
  use: (source: PdfSource) => Promise<Result>,
): Promise<Result> => {
  const budget = createBudget()
  return budgets.run(budget, async () => {
    try {
      const result = await use(await openSource(content, budget))
      if (budget.left >= 0) return result
    } catch (error) {
      if (budget.left >= 0) throw error
    }
    // The library goes on where an object could not be read, so that only the budget tells why.
    throw new PdfTooCostly('The streams of this document are too large')
  })
}
