// npm run drill -- recall: recalls a product that many shoppers bought, from servers that are killed meanwhile; counts what reached each.
import { parseArgs } from 'node:util'
import { playRecall } from './play-recall.ts'

const { values } = parseArgs({
  options: {
    buyers: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '5' },
    servers: { type: 'string', default: '2' },
  },
})
const [buyers, kills, servers] = [Number(values.buyers), Number(values.kills), Number(values.servers)]
const played = await playRecall({ buyers, kills, servers, log: line => console.error(line) })
console.log(
  `${buyers} buyers, ${kills} kills of ${servers} servers, ${played.seconds.toFixed(0)} s; reached ${played.reached}`,
)
for (const kind of ['emails', 'pushes'] as const) {
  const { delivered, failed, failedButArrived } = played[kind]
  console.log(`${kind}: delivered ${delivered}, failed ${failed} (of which ${failedButArrived} arrived)`)
}
console.log(`untold ${played.untold}, told twice ${played.twice}, mistaken ${played.mistaken}`)
const holds = played.untold + played.twice + played.mistaken === 0
console.log(holds ? 'Each buyer was told once or counts as failed.' : 'This must not be.')
process.exit(holds ? 0 : 1)
