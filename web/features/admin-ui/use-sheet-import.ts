import { useState } from 'react'
import { readFile } from './sheet-file.ts'

/** Options of a request whose body is the sheet. A long one takes a while. */
export const sheetOptions = (sheet: Blob) => ({ file: sheet, timeout: 120_000, inPlaceSignIn: true })

interface SheetImport<Result> {
  /** Sends the sheet: tried out only, or imported. */
  send: (query: { dryRun: 'true' | 'false' }, options: ReturnType<typeof sheetOptions>) => Promise<Result>
  onAnswer: (result: Result) => void
}

/** Imports a sheet in two steps: once it is chosen it is tried out, and imported when it is confirmed. */
export const useSheetImport = <Result extends { dryRun: boolean }>({ send, onAnswer }: SheetImport<Result>) => {
  const [sheet, setSheet] = useState<Blob>()
  const [result, setResult] = useState<Result>()
  const [isBusy, setBusy] = useState(false)
  const ask = async (content: Blob, dryRun: boolean): Promise<void> => {
    setBusy(true)
    try {
      const answer = await send({ dryRun: dryRun ? 'true' : 'false' }, sheetOptions(content))
      setResult(answer)
      onAnswer(answer)
    } catch {
      // The request has shown the reason.
      setResult(undefined)
    }
    setBusy(false)
  }
  return {
    sheet,
    result,
    isBusy,
    choose: async (file: File | undefined): Promise<void> => {
      setResult(undefined)
      const content = file && (await readFile(file))
      setSheet(content)
      if (content) await ask(content, true)
    },
    confirm: async (): Promise<void> => {
      if (sheet) await ask(sheet, false)
    },
  }
}
