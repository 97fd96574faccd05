import { BackupError, END_OF_ROWS } from './backup-format.ts'

const NEWLINE = 10
const END = Buffer.from(END_OF_ROWS)
const END_AFTER_ROWS = Buffer.from(`\n${END_OF_ROWS}`)
const LONGEST_LINE = 64 * 1024 * 1024

/** Reads a backup's text from its beginning: lines of JSON, and between them the rows of tables as they come. */
export class BackupReader {
  readonly #pieces: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(pieces: AsyncIterable<Buffer>) {
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  /** The next line as JSON. Throws BackupError when it is not JSON, or when the file ends here. */
  async json(): Promise<unknown> {
    let end = this.#rest.indexOf(NEWLINE)
    while (end === -1 && this.#rest.length < LONGEST_LINE) {
      await this.#more()
      end = this.#rest.indexOf(NEWLINE)
    }
    const text = this.#take(end).toString('utf8')
    this.#take(1)
    try {
      return JSON.parse(text)
    } catch {
      throw new BackupError('This is no backup of Puoti, or it is damaged.')
    }
  }

  /** The rows up to their end marker, which is consumed too. */
  async *rows(): AsyncGenerator<Buffer> {
    while (this.#rest.length < END.length) await this.#more()
    if (this.#rest.subarray(0, END.length).equals(END)) return void this.#take(END.length)
    for (;;) {
      const end = this.#rest.indexOf(END_AFTER_ROWS)
      if (end !== -1) {
        yield this.#take(end + 1)
        return void this.#take(END.length)
      }
      // The end marker may be split over two pieces.
      const sure = this.#rest.length - END_AFTER_ROWS.length
      if (sure > 0) yield this.#take(sure)
      await this.#more()
    }
  }

  /** Throws BackupError when something follows. */
  async end(): Promise<void> {
    const next = this.#rest.length > 0 ? { done: false } : await this.#pieces.next()
    if (!next.done) throw new BackupError('The backup goes on after its end: it is damaged.')
  }

  #take(bytes: number): Buffer {
    const taken = this.#rest.subarray(0, bytes)
    this.#rest = this.#rest.subarray(bytes)
    return taken
  }

  async #more(): Promise<void> {
    const next = await this.#pieces.next()
    if (next.done) throw new BackupError('The backup ends too early: it was not written to its end.')
    this.#rest = this.#rest.length === 0 ? next.value : Buffer.concat([this.#rest, next.value])
  }
}
