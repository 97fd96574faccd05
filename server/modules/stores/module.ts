import { contract } from '#contract/index.ts'
import type { Geocoder } from '#server/adapters/geocoder/geocoder.ts'
import type { Module } from '#server/platform/module.ts'
import type { StoreOrders } from './admin-stores/archive-store.ts'
import { exportStores } from './admin-stores/list-stores.ts'
import { adminStoreRoutes } from './admin-stores/routes.ts'
import type { DoorWorker } from './doors/door-worker.ts'
import { doorCodeRoutes, doorLockRoutes } from './doors/routes.ts'
import { storeSetupRoutes } from './geocoding/routes.ts'
import { STORES_PERSONAL_DATA } from './personal-data.ts'
import { storeRoutes } from './public-stores/routes.ts'
import { alcoholScans } from './staffed-time/alcohol-scans.ts'
import { removePresences } from './staffed-time/presence.ts'
import { presenceRoutes } from './staffed-time/routes.ts'
import { removeVisits } from './visits/retention.ts'
import { shoppingRoutes } from './visits/routes.ts'

export const stores = {
  routes({ mount, context, services }) {
    mount(contract.stores, storeRoutes(context))
    mount(contract.adminStores, adminStoreRoutes(context, services.storeOrders))
    mount(contract.storeSetup, storeSetupRoutes(context, services.geocoder))
    mount(contract.doorCodes, doorCodeRoutes(context, services.doors))
    mount(contract.doorLocks, doorLockRoutes(context, services.doors))
    mount(contract.presence, presenceRoutes(context))
    mount(contract.shopping, shoppingRoutes(context))
  },
  jobs: [(_context, { doors }) => doors.start()],
  retention: [removeVisits, removePresences, alcoholScans],
  exports: context => ({ stores: exportStores(context) }),
  personalData: STORES_PERSONAL_DATA,
} satisfies Module<{ doors: DoorWorker; geocoder: Geocoder | undefined; storeOrders: StoreOrders }>
