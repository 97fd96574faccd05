import { adminPart } from '#web/kit/app-update/admin-part.ts'

// One chunk for the parts of the frame that only admins see.
export const { Part: AdminBarStart, preload: preloadAdminShell } = adminPart(
  async () => (await import('#web/back-office/shell/admin-shell.tsx')).AdminBarStart,
)
export const { Part: AdminBarEnd } = adminPart(
  async () => (await import('#web/back-office/shell/admin-shell.tsx')).AdminBarEnd,
)
export const { Part: AdminOffice } = adminPart(
  async () => (await import('#web/back-office/shell/admin-shell.tsx')).AdminOffice,
)

/** Shown to admins on the home page between the store's card and the shelf. */
export const { Part: AdminHome, preload: preloadAdminHome } = adminPart(
  async () => (await import('#web/back-office/administration/dashboard/admin-home.tsx')).AdminHome,
)
