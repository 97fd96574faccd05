import { lazyPart } from '#web/features/app-update/lazy-part.tsx'

const load = () => import('#web/features/shell/admin-shell.tsx')

// One file for what only admins see of the frame; nobody else fetches it.
export const { Part: AdminBarStart, preload: preloadAdminShell } = lazyPart(async () => (await load()).AdminBarStart)
export const { Part: AdminDrawer } = lazyPart(async () => (await load()).AdminDrawer)
