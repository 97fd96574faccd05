// Runs a simulated terminal of Adyen's, with a page of buttons: node test/terminals/adyen/run.ts [port]
import { AdyenSimulator, SETTINGS } from './adyen-simulator.ts'

const USUAL_PORT = 10_070

const simulator = new AdyenSimulator()
const url = await simulator.open(Number(process.argv[2] ?? USUAL_PORT))
const { merchant_account, poi_id, api_key } = SETTINGS
console.log(`The terminal's buttons are at ${new URL('/', url).href}
Start Puoti with PUOTI_ADYEN_URL=${url}
Connection in the back office: merchant account ${merchant_account}, terminal ${poi_id}, API key ${api_key}`)
