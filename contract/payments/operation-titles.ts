/** What the API's document calls the operations of this module. */
export const payments = {
  description: 'Payment terminals, refunds, unresolved payments, daily closings and payouts.',
  titles: {
    terminals: {
      list: 'List payment terminals',
      add: 'Add a payment terminal',
      get: 'Get a payment terminal',
      change: 'Change a payment terminal',
      remove: 'Remove a payment terminal',
      retire: 'Retire or reuse a payment terminal',
      health: 'Test a payment terminal',
      chooseMode: 'Choose test or real payments',
    },
    waysToPay: {
      get: 'Get how shoppers can pay in a store',
    },
    refunds: {
      listByOrder: 'Get the refunds of an order',
      request: 'Refund an order',
      unresolved: 'List unresolved refunds',
      decide: 'Decide an unresolved refund',
    },
    unresolvedPayments: {
      list: 'List unresolved payments',
      decide: 'Decide an unresolved payment',
    },
    closings: {
      list: 'List the closings of a month',
      month: 'Get the totals of a month',
      monthCsv: 'Download closings as CSV',
      monthXlsx: 'Download closings as XLSX',
      vouchers: 'Download journal entries as CSV',
      vouchersNetvisor: 'Download journal entries for Netvisor',
      vouchersSie: 'Download journal entries as SIE',
      vouchersZip: 'Download journal entries as ZIP',
      recordTerminalTotal: 'Record a terminal’s own total',
      accounts: 'Get the ledger accounts',
      changeAccounts: 'Change the ledger accounts',
    },
    payouts: {
      list: 'List payouts of payment providers',
      unsettled: 'List payments in no payout',
      get: 'Get a payout',
      lines: 'List the lines of a payout',
      upload: 'Upload a provider’s report',
      remove: 'Remove a payout',
    },
  },
} as const
