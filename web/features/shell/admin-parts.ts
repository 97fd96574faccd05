import type { ComponentType } from 'react'
import { lazyPart } from '#web/features/app-update/lazy-part.tsx'
import { loadAdminTexts } from '#web/i18n.ts'

type Failure = Parameters<typeof lazyPart>[1]

/** A part of the back office: its code comes with the back office's texts, and to nobody but admins. */
export const adminPart = <Props extends object>(load: () => Promise<ComponentType<Props>>, failure?: Failure) =>
  lazyPart(async () => {
    const [part] = await Promise.all([load(), loadAdminTexts()])
    return part
  }, failure)

const loadShell = () => import('#web/features/shell/admin-shell.tsx')

// One file for what only admins see of the frame.
export const { Part: AdminBarStart, preload: preloadAdminShell } = adminPart(
  async () => (await loadShell()).AdminBarStart,
)
export const { Part: AdminDrawer } = adminPart(async () => (await loadShell()).AdminDrawer)
