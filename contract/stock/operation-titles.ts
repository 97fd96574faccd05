/** What the API's document calls the operations of this module. */
export const stock = {
  description: 'Stock by store: movements, stocktakes and orders to suppliers.',
  titles: {
    stock: {
      list: 'List the stock of a store',
      lots: 'List the lots of a store',
      value: 'Get the value of a store’s stock',
      move: 'Record stock moves',
      deliveries: 'List deliveries to a store',
      undoDelivery: 'Undo a delivery',
      ledger: 'List the stock moves of a product',
      code: 'Find a product by a scanned code',
    },
    markdownRules: {
      get: 'Get the markdown rules of a store',
      change: 'Change the markdown rules of a store',
    },
    reducedLots: {
      list: 'List the lots that are reduced today',
      mark: 'Record red labels',
      unmark: 'Remove the record of red labels',
      pdf: 'Print red labels',
    },
    savings: {
      list: 'List the goods that are reduced today',
    },
    stockTakes: {
      list: 'List stocktakes',
      start: 'Start a stocktake',
      get: 'Get a stocktake',
      changeState: 'Pause, resume or cancel a stocktake',
      lines: 'List the products of a stocktake',
      count: 'Count a product',
      removeCount: 'Remove the count of a product',
      post: 'Post a stocktake',
    },
    purchaseOrders: {
      proposal: 'Propose an order to a supplier',
      dueSuppliers: 'List the suppliers to order from',
      list: 'List orders to suppliers',
      get: 'Get an order to a supplier',
      update: 'Change a draft order',
      create: 'Create a draft order',
      changeState: 'Send, close or cancel an order',
      pdf: 'Download an order as PDF',
    },
  },
} as const
