/** An answer that ended an attempt; status 0: there was none. */
export interface Answered {
  status: number
  error?: string | undefined
  message?: string | undefined
}

/** What becomes of an upload while a sender works. */
export interface SenderEvents {
  /** The server knows the upload, at this address. */
  onUrl: (url: string) => void
  /** Bytes that have left, those on their way included. */
  onProgress: (sent: number) => void
  /** Something else shows that the attempt has not hung up. */
  onAlive: () => void
  /** A piece has arrived. */
  onPiece: () => void
  /** Everything has arrived. */
  onArrived: () => void
  /** The attempt has ended; `start` makes another one. */
  onError: (answer: Answered) => void
  /** Nothing can be sent in this way from here. */
  onUnreachable: () => void
  /** Bytes per second, as far as it is known. */
  speed: () => number | undefined
}

/** One way for the bytes of a file to the site. */
export interface Sender {
  /** Begins, or goes on after `stop` or an error. */
  start(): void
  /** What has arrived is kept. */
  stop(): Promise<void>
  /** Has the server delete what it has received. */
  discard(): Promise<void>
  /** Frees what it holds. */
  close(): void
}
