// npm run drill -- push: one message to many devices, from servers that are killed meanwhile; counts what reached each device.
import { parseArgs } from 'node:util'
import { playKills } from './play-kills.ts'

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '5' },
    servers: { type: 'string', default: '2' },
    bug: { type: 'string' },
  },
})
const { devices, kills, servers, bug } = values
const played = await playKills({
  devices: Number(devices),
  kills: Number(kills),
  servers: Number(servers),
  bug,
  log: line => console.error(line),
})
console.log(`${played.devices} devices, ${played.kills} kills of ${servers} servers, ${played.seconds.toFixed(0)} s`)
console.log(`delivered ${played.delivered}, failed ${played.failed} (of which ${played.failedButArrived} arrived)`)
console.log(`reached twice ${played.twice}, mistaken ${played.mistaken}`)
const holds = played.twice === 0 && played.mistaken === 0
console.log(holds ? 'Each was reached once or counts as failed.' : 'This must not be.')
process.exit(holds ? 0 : 1)
