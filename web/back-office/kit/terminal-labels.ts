/** The keys of the labels of a terminal's fields, in its form and in the audit log. */
export const TERMINAL_LABELS = {
  name: 'terminalPanel.name',
  transport: 'terminalPanel.transport',
  host: 'terminalPanel.host',
  port: 'terminalPanel.port',
  url: 'terminalPanel.url',
  user: 'terminalPanel.user',
  password: 'terminalPanel.password',
  api_key: 'terminalPanel.apiKey',
  environment: 'terminalPanel.environment',
  user_flow: 'terminalPanel.userFlow',
  merchant_serial_number: 'terminalPanel.salesUnit',
  client_id: 'terminalPanel.clientId',
  client_secret: 'terminalPanel.clientSecret',
  subscription_key: 'terminalPanel.subscriptionKey',
  webhook_secret: 'terminalPanel.webhookSecret',
  webhook_user: 'terminalPanel.webhookUser',
  webhook_password: 'terminalPanel.webhookPassword',
  merchant_account: 'terminalPanel.merchantAccount',
  poi_id: 'terminalPanel.poiId',
  sale_id: 'terminalPanel.saleId',
} as const
export const isTerminalField = (name: string): name is keyof typeof TERMINAL_LABELS =>
  Object.hasOwn(TERMINAL_LABELS, name)
