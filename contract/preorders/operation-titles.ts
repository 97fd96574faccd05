/** What the API's document calls the operations of this module. */
export const preorders = {
  description: 'Pre-order events, booking, withdrawal, delivery and supplier orders.',
  titles: {
    preorderEvents: {
      list: 'List events that take orders',
      remaining: 'Get what is left of an event',
    },
    preorders: {
      list: 'List your pre-orders',
      get: 'Get a pre-order',
      cancel: 'Cancel a pre-order',
      book: 'Book a pre-order',
      pay: 'Pay a pre-order',
      withdraw: 'Withdraw from a pre-order',
    },
    adminPreorderEvents: {
      list: 'List pre-order events',
      create: 'Add a pre-order event',
      exportCsv: 'Export events as CSV',
      exportXlsx: 'Export events as XLSX',
      choices: 'List the names of all events',
      get: 'Get a pre-order event',
      update: 'Change a pre-order event',
      remove: 'Remove a draft event',
    },
    adminPreorders: {
      list: 'List booked pre-orders',
      event: 'Get the state of an event’s pre-orders',
      totals: 'Get the totals of an event',
      totalsPdf: 'Download the totals as PDF',
      totalsXlsx: 'Download the totals as XLSX',
      pickList: 'Get a pick list',
      pickSheetPdf: 'Download a pick list without people as PDF',
      pickListPdf: 'Download a pick list as PDF',
      pickListXlsx: 'Download a pick list as XLSX',
      markPicked: 'Record what has been picked',
      deliver: 'Record a delivery of pre-orders',
    },
    supplierOrders: {
      list: 'List the supplier orders of an event',
      send: 'Send an order to a supplier',
      preview: 'Preview the email to a supplier',
    },
  },
} as const
