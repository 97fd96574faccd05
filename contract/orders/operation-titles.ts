/** What the API's document calls the operations of this module. */
export const orders = {
  description: 'Baskets, checkout, receipts, order administration, visits and recalls.',
  titles: {
    approvals: {
      get: 'Get the approval of an order',
      request: 'Ask for the approval of an order',
      list: 'List orders to approve',
      decide: 'Approve or refuse an order',
    },
    orders: {
      current: 'Get the current order',
      place: 'Place an order',
      cancel: 'Cancel the order at checkout',
      pay: 'Pay an order',
      abortPayment: 'Cancel a payment at the terminal',
      abandonPayment: 'Stop waiting for a payment',
      unresolved: 'List your unresolved orders',
      get: 'Get one of your orders',
    },
    purchases: {
      list: 'List your purchases',
      get: 'Get a receipt',
      pdf: 'Download a receipt as PDF',
      mail: 'Email a receipt',
      setMailing: 'Turn emailed receipts on or off',
    },
    adminOrders: {
      list: 'List orders',
      get: 'Get an order',
      changeStatus: 'Change the status of an order',
      settleWithdrawal: 'Settle a withdrawal',
      receiptPdf: 'Download any receipt as PDF',
    },
    recalls: {
      list: 'List recalls of your purchases',
      confirm: 'Confirm a recall',
    },
    adminRecalls: {
      list: 'List recalls',
      begin: 'Begin a recall',
      lots: 'List the lots of a product',
      preview: 'Preview a recall',
      get: 'Get a recall',
      end: 'End a recall',
      buyers: 'List the buyers of a recall',
      sendAgain: 'Email unreached buyers again',
      refund: 'Refund a recalled product',
      reportCsv: 'Download a recall’s report as CSV',
      reportPdf: 'Download a recall’s report as PDF',
    },
    visits: {
      list: 'List the visits of a day',
      get: 'Get a visit',
      notify: 'Ask whether something stayed unpaid',
    },
  },
} as const
