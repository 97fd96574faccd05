import type { ComponentType } from 'react'
import { loadAdminTexts } from '#web/kit/i18n/i18n.ts'
import { lazyPart } from './lazy-part.tsx'

type LoadFailure = Parameters<typeof lazyPart>[1]

/** A part of the back office: its code loads with the back office's texts and theme, only for admins. shoppers-texts.test.ts parses it. */
export const adminPart = <Props extends object>(load: () => Promise<ComponentType<Props>>, failure?: LoadFailure) =>
  lazyPart(async () => {
    const [part, { inOfficeTheme }] = await Promise.all([
      load(),
      import('#web/kit/theme/office-theme.tsx'),
      loadAdminTexts(),
    ])
    return inOfficeTheme(part)
  }, failure)
