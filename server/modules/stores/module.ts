import { contract } from '#contract/index.ts'
import { module } from '#server/platform/module.ts'
import { adminStoreRoutes } from './admin-stores/routes.ts'
import { doorCodeRoutes } from './doors/routes.ts'
import { doorLockRoutes } from './doors/routes.ts'
import { storeSetupRoutes } from './geocoding/routes.ts'
import { storeRoutes } from './public-stores/routes.ts'
import { visitRoutes } from './visits/routes.ts'
import type { DoorWorker } from './doors/door-worker.ts'
import type { Geocoder } from '#server/adapters/geocoder/geocoder.ts'
import { visits } from './visits/retention.ts'

export const stores = module<{ doors: DoorWorker; geocoder: Geocoder | undefined }>({
  name: 'stores',
  routes({ mount, context, services }) {
    mount(contract.stores, storeRoutes(context))
    mount(contract.adminStores, adminStoreRoutes(context))
    mount(contract.storeSetup, storeSetupRoutes(context, services.geocoder))
    mount(contract.doorCodes, doorCodeRoutes(context, services.doors))
    mount(contract.doorLocks, doorLockRoutes(context, services.doors))
    mount(contract.visits, visitRoutes(context))
  },
  jobs: [(_context, { doors }) => doors.start()],
  retention: [visits],
})
