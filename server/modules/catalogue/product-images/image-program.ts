import { resizeImage } from './resize-image.ts'

const LOOK_EVERY_MS = 20
/** The meaning of this exit code is in process-image.ts. */
const TOO_MUCH_MEMORY = 3

/**
 * A separate process: it receives one image, sends its files, and exits. A decoder that is tricked into exhausting memory, not
 * ending or writing where it must not does not affect payments.
 */
process.once('message', ({ original, memoryBytes }: { original: Buffer; memoryBytes: number }) => {
  // Other threads decode: this one has time to check.
  setInterval(() => {
    if (process.memoryUsage.rss() > memoryBytes) process.exit(TOO_MUCH_MEMORY)
  }, LOOK_EVERY_MS).unref()
  void resizeImage(original).then(made => process.send?.(made, () => process.exit(0)))
})
// Without its server, the result has no receiver.
process.once('disconnect', () => process.exit(0))
process.send?.('ready')
