/** What the API's document calls the operations of this module. */
export const stores = {
  description: 'Stores with their opening hours and doors.',
  titles: {
    stores: {
      list: 'List published stores',
      distances: 'Get the distances to stores',
    },
    adminStores: {
      list: 'List stores for the back office',
      create: 'Add a store',
      choices: 'List the names of all stores',
      get: 'Get a store',
      update: 'Change a store',
      listHours: 'List the opening hours of stores',
      shareHours: 'Change the opening hours of several stores',
      remove: 'Remove a store',
      archive: 'Archive or restore a store',
    },
    storeSetup: {
      get: 'Get what is available for stores',
      findAddress: 'Find an address',
    },
    doorCodes: {
      get: 'Get your door code',
      request: 'Request a door code',
    },
    doorLocks: {
      list: 'List stores with a lock',
      health: 'Test the lock of a store',
      renewKey: 'Create a new keypad key',
    },
    presence: {
      list: 'List the stores that you may be in',
      begin: 'Say that you are in a store',
      end: 'Say that you have left a store',
    },
    shopping: {
      start: 'Start shopping',
      scanAlcohol: 'Record that you scanned alcohol',
    },
  },
} as const
