import { adminPart } from '#web/features/shell/admin-parts.ts'

export const { Part: StoreWanted } = adminPart(
  async () => (await import('#web/features/home/store-wanted.tsx')).StoreWanted,
)
