import type { Receipt } from './replies.ts'

/** Lines that fit a phone. */
const WIDTH = 40

const row = (name: string, value: string): string[] => {
  const gap = WIDTH - name.length
  return value.length < gap ? [name + value.padStart(gap)] : [name, value.padStart(WIDTH)]
}

/** A line of a receipt: a name and a value, each with the vendor's form encoding; one without both is a gap. */
function linesOf(text: string): string[] {
  const fields = new URLSearchParams(text)
  const [name, value] = [fields.get('name') ?? '', fields.get('value') ?? '']
  if (name === '') return value === '' ? [''] : [value]
  return value === '' ? [name] : row(name, value)
}

/** The vendor's own receipt, as it is: card schemes demand what is on it. Undefined when there is none. */
export function receiptOf(receipts: readonly Receipt[], which: Receipt['DocumentQualifier']): string | undefined {
  const texts = receipts.find(({ DocumentQualifier: kind }) => kind === which)?.OutputContent.OutputText ?? []
  const receipt = texts
    .flatMap(({ Text }) => linesOf(Text))
    .join('\n')
    // Empty headings, and gaps beside each other.
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return receipt === '' ? undefined : receipt
}

type Slip = {
  kind: string
  cents: number
  currency: string
  at: string
  poiId: string
  reference: string
  entry?: string | undefined
}

/** Where the terminal sent no receipt. */
export const slipOf = ({ kind, cents, currency, at, poiId, reference, entry }: Slip): string =>
  [
    'Adyen',
    '',
    ...row(kind, `${(cents / 100).toFixed(2)} ${currency}`),
    ...(entry === undefined ? [] : row('Entry mode', entry)),
    ...row('Terminal', poiId),
    ...row('Time (UTC)', at.slice(0, 19).replace('T', ' ')),
    'Reference',
    reference,
  ].join('\n')
