import { adminPart } from '#web/kit/app-update/admin-part.ts'

// One chunk for the parts of the frame that only admins see.
const importBar = () => import('#web/back-office/shell/admin-bar.tsx')

export const { Part: AdminBarStart, preload: preloadAdminShell } = adminPart(
  async () => (await importBar()).AdminBarStart,
)
export const { Part: AdminBarEnd } = adminPart(async () => (await importBar()).AdminBarEnd)
export const { Part: AdminOffice } = adminPart(
  async () => (await import('#web/back-office/shell/admin-shell.tsx')).AdminOffice,
)

/** A page of the back office, for those who may use it by a right in a store. */
export const { Part: StaffPage } = adminPart(
  async () => (await import('#web/back-office/shell/admin-shell.tsx')).StaffPage,
)

/** Shown to admins on the home page between the store's card and the shelf. */
export const { Part: AdminHome, preload: preloadAdminHome } = adminPart(
  async () => (await import('#web/back-office/administration/dashboard/admin-home.tsx')).AdminHome,
)

/** The same for people with a right in a store. */
export const { Part: StaffHome, preload: preloadStaffHome } = adminPart(
  async () => (await import('#web/back-office/administration/dashboard/staff-home.tsx')).StaffHome,
)
