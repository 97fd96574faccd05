import type { BrowserContext } from '@playwright/test'
import { speakLive } from './live-language.ts'
import { notice } from './notices.ts'
import { pseudoTexts, speakPseudo, stopPseudo } from './pseudo-language.ts'
import type { RunningShop } from './running-shop.ts'
import type { Screen, Visit } from './screen-list.ts'
import { isOtherDevice, type ScreenVariant, applyLook } from './screen-variants.ts'
import { textsIn } from './texts.ts'

type Walk = {
  screen: Screen
  variants: readonly ScreenVariant[]
  shop: RunningShop
  newContext: () => Promise<BrowserContext>
  /** `before`: the screen's previous language when it changed while open; undefined in the language it was opened in. */
  see: (visit: Visit, variant: ScreenVariant, before: ScreenVariant['language'] | undefined) => Promise<void>
}

const spokenIn = ({ language }: ScreenVariant) =>
  language === 'pseudo' ? ({ language: 'en', t: pseudoTexts } as const) : { language, t: textsIn(language) }

// The drawer is beside the page on a desktop, but would cover it on a phone.
const CLOSE_DRAWER = `document.querySelector('button[aria-controls="admin-menu"]')?.click()`

/**
 * Opens a screen and shows it in each of the looks; a screen that can't change its language or device, or has a notice, is opened
 * again for each.
 */
export async function walk({ screen, variants, shop, newContext, see }: Walk): Promise<void> {
  const enter = async (variant: ScreenVariant): Promise<Visit> => {
    const context = await newContext()
    const visit = { context, page: await context.newPage(), shop, ...spokenIn(variant) }
    await applyLook(visit.page, variant)
    if (variant.language === 'pseudo') await speakPseudo(visit.page)
    await screen.open(visit)
    return visit
  }
  const leave = async (visit: Visit) => {
    await screen.leave?.(visit)
    await visit.page.close()
  }
  let last: ScreenVariant | undefined
  let visit: Visit | undefined
  for (const variant of variants) {
    const isOther = variant.language !== last?.language
    const isElsewhere = last !== undefined && isOtherDevice(last, variant)
    // A notice keeps the language in which it appeared.
    const hasNotice = visit && isOther && (await notice(visit.page, /\S/).count()) > 0
    const isAnew = (isOther && (screen.isOpenedInEach || hasNotice)) || (isElsewhere && screen.isOpenedOnEach)
    if (visit && isElsewhere && !isAnew) await visit.page.evaluate(CLOSE_DRAWER)
    if (visit && isOther && !isAnew) {
      visit = { ...visit, ...spokenIn(variant) }
      await applyLook(visit.page, variant)
      await (variant.language === 'pseudo' ? speakPseudo(visit.page) : stopPseudo(visit.page))
      await speakLive(visit)
    } else if (!visit || isAnew) {
      if (visit) await leave(visit)
      visit = await enter(variant)
    }
    await applyLook(visit.page, variant)
    await see(visit, variant, isOther && !isAnew ? last?.language : undefined)
    last = variant
  }
  if (visit) await leave(visit)
}
