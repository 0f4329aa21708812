import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Result {
  name: string
  value: number
  unit: '' | 's' | 'ms' | 'MB' | 'KB' | 'requests'
  /** Absent: for information only. */
  target?: { least?: number; most?: number }
}

export const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export const quantile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!

const meets = ({ value, target: { least = -Infinity, most = Infinity } = {} }: Result): boolean =>
  value >= least && value <= most

export const missed = (results: Result[]): Result[] => results.filter((result) => !meets(result))

const digits = { '': 2, s: 2, ms: 1, MB: 0, KB: 1, requests: 0 }

const show = (value: number, unit: Result['unit']): string => `${value.toFixed(digits[unit])}${unit ? ` ${unit}` : ''}`

const row = (result: Result): string[] => {
  const { name, value, unit, target } = result
  if (!target) return [name, show(value, unit), '', '']
  const { least, most } = target
  const bounds = [
    ...(least === undefined ? [] : [`≥ ${show(least, unit)}`]),
    ...(most === undefined ? [] : [`≤ ${show(most, unit)}`]),
  ]
  return [name, show(value, unit), bounds.join(', '), meets(result) ? 'yes' : 'NO']
}

/** A Markdown table, aligned so that it reads well in a terminal. */
export const tableOf = (results: Result[]): string => {
  const rows = [['what', 'value', 'target', 'ok?'], ...results.map(row)]
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)))
  const line = (cells: string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  return [line(rows[0]!), line(widths.map((width) => '-'.repeat(width))), ...rows.slice(1).map(line)].join('\n')
}

const readmePath = join(import.meta.dirname, 'README.md')
const [begin, end] = ['<!-- results -->', '<!-- /results -->']

/** Inserts the table between the two markers of the README, with date and command. */
export const writeReadme = async (results: Result[], command: string): Promise<void> => {
  const text = await readFile(readmePath, 'utf8')
  const day = new Date().toISOString().slice(0, 10)
  const block = `${begin}\n\n\`${command}\`, ${day}:\n\n${tableOf(results)}\n\n${end}`
  await writeFile(
    readmePath,
    text.replace(new RegExp(`${begin}[\\s\\S]*${end}`), () => block),
  )
}
