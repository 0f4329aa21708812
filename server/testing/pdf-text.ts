import { extractText, getDocumentProxy } from 'unpdf'

/** The text of all pages, as readers of PDFs search it. */
export const readPdfText = async (pdf: Uint8Array): Promise<string> => {
  // The reader takes the bytes away.
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })
  return text
}
