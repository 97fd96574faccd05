import type { Shown } from './control.ts'

const button = (id: number, action: string, name: string): string =>
  `<button formaction="/terminals/${id}/${action}">${name}</button>`

const card = ({ id, port, isOn, isMute, current }: Shown[number]): string => `
<section>
  <h2>Terminal ${id}, port ${port}${isOn ? '' : ', off'}${isMute ? ', mute' : ''}</h2>
  <p>${current ? `${current.kind} ${(current.amount / 100).toFixed(2)} ${current.currency === 'EUR' ? 'EUR' : ''} …${(current.reference ?? '').replace(/\D/g, '')}` : 'Idle'}</p>
  <form method="post">
    ${button(id, 'press/approve', 'Approve')}
    ${button(id, 'press/decline', 'Decline')}
    ${button(id, 'press/cancel', 'Cancel')}
    ${isMute ? button(id, 'hear', 'Hear again') : button(id, 'mute', 'Pull the network cable')}
    ${button(id, 'cut', 'Cut connections')}
  </form>
</section>`

/** The web page of the simulated terminals. It contains only numbers and fixed texts. */
export const controlPage = (terminals: Shown): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="1"><title>Simulated terminals</title>
<style>body { margin: 2rem auto; max-width: 40rem; font: 1rem/1.5 system-ui, sans-serif; } button { min-height: 44px; }</style>
<main><h1>Simulated terminals</h1>${terminals.map(card).join('')}</main></html>`
