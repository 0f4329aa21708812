import { open } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { ByteSource } from '@lectern/contract/media/byte-source.ts'
import type { DocumentFacts } from './documents.ts'
import type { DocumentTask } from './document-threads.ts'
import { cleanOffice, readOffice } from './office.ts'
import { cleanPdf, readPdf } from './pdf.ts'
import { cleanPicture, readPictureFacts } from './pictures.ts'
import { checkArchive } from './zip-source.ts'

interface Reading {
  read(source: ByteSource): Promise<DocumentFacts>
  /** Absent: no copy of such files can be made that tells nothing. */
  clean?(source: ByteSource): Promise<Uint8Array>
}

const whole = (source: ByteSource): Promise<Uint8Array> => source.read(0, source.size)

const office: Reading = { read: readOffice, clean: cleanOffice }
const picture: Reading = {
  read: async (source) => readPictureFacts(await whole(source)),
  clean: async (source) => cleanPicture(await whole(source)),
}

const readings: Readonly<Record<string, Reading>> = {
  'application/pdf': {
    read: async (source) => readPdf(await whole(source)),
    clean: async (source) => cleanPdf(await whole(source)),
  },
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': office,
  'image/jpeg': picture,
  'image/png': picture,
  'image/webp': picture,
  'application/zip': { read: async (source) => ({ ...(await checkArchive(source)), texts: [] }) },
}

const perform = async ({ kind, path, type }: DocumentTask): Promise<unknown> => {
  const reading = readings[type]
  if (!reading) return kind === 'read' ? { texts: [] } : undefined
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const source: ByteSource = {
      size,
      read: async (start, end) => {
        const bytes = new Uint8Array(end - start)
        const { bytesRead } = await file.read(bytes, 0, bytes.length, start)
        return bytes.subarray(0, bytesRead)
      },
    }
    return kind === 'read' ? await reading.read(source) : await reading.clean?.(source)
  } finally {
    await file.close()
  }
}

parentPort!.postMessage(await perform(workerData as DocumentTask))
