import { readFile } from 'node:fs/promises'
import type { PdfSigner } from '../issues/issue-certificates.ts'

/** A key and a certificate in a PKCS #12 file. */
export interface SignerConfig {
  file: string
  password: string
}

/** Signs PDFs (PAdES B-B) with the key of the organisation. The key is read when it is first needed. */
export const createPdfSigner = ({ file, password }: SignerConfig): PdfSigner => {
  const load = async () => {
    // Large, and of no use to sites that sign nothing.
    const { P12Signer } = await import('@libpdf/core')
    return P12Signer.create(await readFile(file), password, { buildChain: false })
  }
  let loaded: ReturnType<typeof load> | undefined
  return {
    sign: async (pdf, at) => {
      loaded ??= load()
      // A file that could not be read may be readable next time.
      const signer = await loaded.catch((error: unknown) => {
        loaded = undefined
        throw error
      })
      const { PDF } = await import('@libpdf/core')
      const document = await PDF.load(pdf)
      const { bytes } = await document.sign({ signer, level: 'B-B', signingTime: at })
      return bytes
    },
  }
}
