import { makeFiles } from './make-files.ts'

const LOOK_EVERY_MS = 20
/** What its server understands by this exit: process-image.ts. */
const TOO_MUCH_MEMORY = 3

/**
 * A program of its own: it is given one image, answers its files, and ends. A decoder that is misled into eating memory,
 * not ending, or writing where it must not, takes no payment with it.
 */
process.once('message', ({ original, memoryBytes }: { original: Buffer; memoryBytes: number }) => {
  // Decoding is done by other threads: this one has time to look.
  setInterval(() => {
    if (process.memoryUsage.rss() > memoryBytes) process.exit(TOO_MUCH_MEMORY)
  }, LOOK_EVERY_MS).unref()
  void makeFiles(original).then(made => process.send?.(made, () => process.exit(0)))
})
// Without its server there is nobody to answer.
process.once('disconnect', () => process.exit(0))
process.send?.('ready')
