// The mail server of a duty drill in a process of its own, which can be killed: reports each email to the drill before it confirms it.
import { openPostOffice } from '#test/push/post-office.ts'

const [port = ''] = process.argv.slice(2)
process.once('disconnect', () => process.exit(1))
const report = (message: unknown) => new Promise<void>(resolve => void process.send?.(message, () => resolve()))
await openPostOffice({ port: Number(port), report })
await report('ready')
