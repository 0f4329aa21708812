import type { ServerResponse } from 'node:http'

/** Larger answers are written in pieces. */
export const largeBytes = 256 * 1024
const pieceBytes = 64 * 1024
/** Pieces of all answers together in one turn of the event loop. */
const piecesPerTurn = 8

interface Writing {
  response: ServerResponse
  body: Buffer
  offset: number
}

/**
 * Writes large answers piece by piece, all of them in turn: hundreds at once would otherwise be copied in one turn of the event loop, and
 * all others would wait. A piece is written once the last one is taken, so that an answer occupies one piece of memory.
 */
export class PacedWriter {
  readonly #ready: Writing[] = []

  end(response: ServerResponse, body: Buffer): void {
    if (body.length <= largeBytes) response.end(body)
    else this.#add({ response, body, offset: 0 })
  }

  #add(writing: Writing): void {
    this.#ready.push(writing)
    if (this.#ready.length === 1) setImmediate(() => this.#takeTurn())
  }

  #takeTurn(): void {
    const began = performance.now()
    const now = this.#ready.splice(0, piecesPerTurn)
    for (const writing of now) this.#writePiece(writing)
    if (this.#ready.length === 0) return
    // Others get half of the processor.
    setTimeout(() => this.#takeTurn(), performance.now() - began)
  }

  #writePiece(writing: Writing): void {
    const { response, body, offset } = writing
    if (response.destroyed) return
    const piece = body.subarray(offset, offset + pieceBytes)
    writing.offset += piece.length
    if (writing.offset >= body.length) {
      response.end(piece)
      return
    }
    if (response.write(piece)) this.#addAgain(writing)
    else response.once('drain', () => this.#add(writing))
  }

  /** Behind those that wait; the turn goes on by itself. */
  #addAgain(writing: Writing): void {
    this.#ready.push(writing)
  }
}
