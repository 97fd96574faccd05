type Printed = { cents: number; at: Date; poiId: string; reference: string }

const line = (fields: Record<string, string>) => ({
  Text: new URLSearchParams(fields).toString().replaceAll('+', '%20'),
  EndOfLineFlag: true,
})

/** As the vendor's examples have them: a name, a value and a key in each line. */
const formatLines = ({ cents, at, poiId, reference }: Printed, title: string) => [
  line({ key: 'header1' }),
  line({ key: 'header2' }),
  line({ name: title, key: 'title' }),
  line({ key: 'filler' }),
  line({ name: 'Date', value: at.toISOString().slice(0, 10), key: 'txdate' }),
  line({ name: 'Time', value: at.toISOString().slice(11, 19), key: 'txtime' }),
  line({ key: 'filler' }),
  line({ name: 'Card', value: '************9999', key: 'pan' }),
  line({ name: 'Card type', value: 'mc', key: 'cardType' }),
  line({ name: 'Entry mode', value: 'Contactless chip', key: 'posEntryMode' }),
  line({ name: 'TID', value: poiId, key: 'tid' }),
  line({ name: 'Reference', value: reference, key: 'mref' }),
  line({ key: 'filler' }),
  line({ name: 'TOTAL', value: `€\u00A0${(cents / 100).toFixed(2)}`, key: 'totalAmount' }),
  line({ key: 'filler' }),
  line({ name: 'APPROVED', key: 'approved' }),
]

export const printReceipts = (printed: Printed) =>
  [['CashierReceipt', 'MERCHANT COPY'] as const, ['CustomerReceipt', 'CARDHOLDER COPY'] as const].map(
    ([DocumentQualifier, title]) => ({
      DocumentQualifier,
      RequiredSignatureFlag: false,
      OutputContent: { OutputFormat: 'Text', OutputText: formatLines(printed, title) },
    }),
  )
