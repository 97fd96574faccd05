import { adminPart } from '#web/features/shell/admin-parts.ts'

export const { Part: PaletteDialog, preload: preloadPalette } = adminPart(
  async () => (await import('#web/features/palette/palette-dialog.tsx')).PaletteDialog,
)
export const { Part: KeysDialog } = adminPart(
  async () => (await import('#web/features/palette/keys-dialog.tsx')).KeysDialog,
)
