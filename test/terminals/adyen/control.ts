import type { AdyenFault, AdyenSimulator } from './adyen-simulator.ts'

type Button = { name: string; press: (simulator: AdyenSimulator) => void }

const next =
  (...faults: AdyenFault[]) =>
  (simulator: AdyenSimulator) =>
    simulator.fault(...faults)
const decline =
  (condition: string) =>
  ({ device }: AdyenSimulator) =>
    device.current?.decline(condition)

const BUSY_WITH_ANOTHER = { condition: 'Busy', details: { serviceId: 'ANOTHER' } }

/** What a person can do at the simulated terminal, by the last part of the button's address. */
const BUTTONS: Readonly<Record<string, Button>> = {
  approve: { name: 'Approve', press: ({ device }) => device.current?.approve() },
  decline: { name: 'Decline', press: decline('Refusal') },
  pin: { name: 'Wrong PIN', press: decline('WrongPIN') },
  host: { name: 'Host unreachable', press: decline('UnreachableHost') },
  cancel: { name: 'Cancel', press: ({ device }) => device.current?.cancel() },
  confirm: { name: 'Card is being read: no abort', press: ({ device }) => device.current?.confirm() },
  offline: { name: 'Off', press: simulator => void (simulator.isOnline = false) },
  online: { name: 'On', press: simulator => void (simulator.isOnline = true) },
  busy: { name: 'Next payment: busy', press: next({ on: 'Payment', act: BUSY_WITH_ANOTHER }) },
  'lost-request': { name: 'Next payment: never arrives', press: next({ on: 'Payment', act: 'lose_request' }) },
  'lost-answer': { name: 'Next payment: answer lost', press: next({ on: 'Payment', act: 'lose_answer' }) },
  silence: { name: 'Next payment: no answer', press: next({ on: 'Payment', act: 'swallow_answer' }) },
  twice: { name: 'Next payment: comes twice', press: next({ on: 'Payment', act: 'double' }) },
  unknown: {
    name: 'Next question: not found',
    press: next({ on: 'TransactionStatus', act: { condition: 'NotFound' } }),
  },
  refused: { name: 'Next refund: refused', press: next({ on: 'Reversal', act: { condition: 'Refusal' } }) },
  'refund-lost': { name: 'Next refund: answer lost', press: next({ on: 'Reversal', act: 'lose_answer' }) },
}

/** Presses a button of the page. Returns whether there is one of this name. */
export function press(simulator: AdyenSimulator, name: string): boolean {
  const button = Object.hasOwn(BUTTONS, name) ? BUTTONS[name] : undefined
  button?.press(simulator)
  return button !== undefined
}

/** The page of the simulated terminal. It contains only numbers and fixed texts. */
export function controlPage({ device: { current }, isOnline }: AdyenSimulator): string {
  const shown = current ? `${(current.requestedCents / 100).toFixed(2)} EUR` : 'Idle'
  const buttons = Object.entries(BUTTONS).map(([id, { name }]) => `<button formaction="/press/${id}">${name}</button>`)
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="1"><title>Simulated Adyen terminal</title>
<style>body { margin: 2rem auto; max-width: 40rem; font: 1rem/1.5 system-ui, sans-serif; } button { min-height: 44px; }</style>
<main><h1>Simulated Adyen terminal${isOnline ? '' : ', off'}</h1><p>${shown}</p>
<form method="post">${buttons.join('\n')}</form></main></html>`
}
