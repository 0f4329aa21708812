/** Unique words that are planted in places of a file, and sought in the copy that experts get. */
export class Canaries {
  readonly #prefix: string
  readonly places = new Map<string, string>()

  constructor(prefix: string) {
    this.#prefix = prefix
  }

  /** A new word, which is to be written into the place. */
  plant(place: string): string {
    const word = `Qz${this.#prefix}${String(this.places.size).padStart(3, '0')}canary`
    this.places.set(word, place)
    return word
  }

  /** The places whose words are in these bytes, in any of the encodings that files have. */
  in(content: Uint8Array): string[] {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
    return [...this.places].flatMap(([word, place]) => {
      const wide = Buffer.from(word, 'utf16le')
      const wideOther = Buffer.from(wide).swap16()
      return [Buffer.from(word), wide, wideOther].some((form) => bytes.includes(form)) ? [place] : []
    })
  }
}
