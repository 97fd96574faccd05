import type { Ready, SimulatorOptions } from './simulator-options.ts'

/** How to point a store at the simulated terminals. */
export function tellDeveloper({ apiKey, user, password, ledgerFile }: SimulatorOptions, ready: Ready): string {
  const [first] = ready.terminals
  const tcp = { transport: 'tcp', host: '127.0.0.1', port: first?.port, apiKey }
  const url = `ws://127.0.0.1:${ready.webSocketPort}/terminal/${first?.id}/jsonpos`
  const webSocket = { transport: 'websocket', url, user, password, apiKey }
  return `A simulated payment terminal listens. It takes no money; its ledger is ${ledgerFile}

  buttons      http://127.0.0.1:${ready.controlPort}/
  TCP          ${JSON.stringify(tcp)}
  WebSocket    ${JSON.stringify(webSocket)}
`
}
