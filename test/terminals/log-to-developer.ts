import type { Ready, SimulatorOptions } from './simulator-options.ts'

/** A terminal's settings, as the admin API expects them. */
export function findSettings({ apiKey, user, password }: SimulatorOptions, ready: Ready) {
  const [first] = ready.terminals
  const url = `ws://127.0.0.1:${ready.webSocketPort}/terminal/${first?.id}/jsonpos`
  return {
    tcp: { transport: 'tcp', host: '127.0.0.1', port: String(first?.port), api_key: apiKey },
    webSocket: { transport: 'websocket', url, user, password, api_key: apiKey },
  }
}

/** Instructions for connecting a store to the simulated terminal. */
export function logToDeveloper(options: SimulatorOptions, ready: Ready): string {
  const { tcp, webSocket } = findSettings(options, ready)
  const { ledgerFile } = options
  return `A simulated payment terminal listens. It takes no money; its ledger is ${ledgerFile}

  buttons      http://127.0.0.1:${ready.controlPort}/
  TCP          ${JSON.stringify(tcp)}
  WebSocket    ${JSON.stringify(webSocket)}

Those are settings for PUT /api/admin/terminals/:id. For a demo shop that runs on this machine, as long as this does:
npm run terminal -- http://localhost:3000
`
}
