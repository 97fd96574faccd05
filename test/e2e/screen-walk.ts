import type { BrowserContext } from '@playwright/test'
import { speakLive } from './live-language.ts'
import { notice } from './notices.ts'
import { pseudoTexts, speakPseudo, stopPseudo } from './pseudo-language.ts'
import type { RunningShop } from './running-shop.ts'
import type { Screen, Visit } from './screen-list.ts'
import { isOtherDevice, type Look, applyLook } from './screen-looks.ts'
import { textsIn } from './texts.ts'

type Walk = {
  screen: Screen
  looks: readonly Look[]
  shop: RunningShop
  newContext: () => Promise<BrowserContext>
  /** `before`: the screen's previous language when it changed while open; undefined in the language it was opened in. */
  see: (visit: Visit, look: Look, before: Look['language'] | undefined) => Promise<void>
}

const spokenIn = ({ language }: Look) =>
  language === 'pseudo' ? ({ language: 'en', t: pseudoTexts } as const) : { language, t: textsIn(language) }

// The drawer is beside the page on a desktop, but would cover it on a phone.
const CLOSE_DRAWER = `document.querySelector('button[aria-controls="admin-menu"]')?.click()`

/**
 * Opens a screen and shows it in each of the looks; a screen that can't change its language or device, or has a notice, is opened
 * again for each.
 */
export async function walk({ screen, looks, shop, newContext, see }: Walk): Promise<void> {
  const enter = async (look: Look): Promise<Visit> => {
    const context = await newContext()
    const visit = { context, page: await context.newPage(), shop, ...spokenIn(look) }
    await applyLook(visit.page, look)
    if (look.language === 'pseudo') await speakPseudo(visit.page)
    await screen.open(visit)
    return visit
  }
  const leave = async (visit: Visit) => {
    await screen.leave?.(visit)
    await visit.page.close()
  }
  let last: Look | undefined
  let visit: Visit | undefined
  for (const look of looks) {
    const isOther = look.language !== last?.language
    const isElsewhere = last !== undefined && isOtherDevice(last, look)
    // A notice keeps the language in which it appeared.
    const hasNotice = visit && isOther && (await notice(visit.page, /\S/).count()) > 0
    const isAnew = (isOther && (screen.isOpenedInEach || hasNotice)) || (isElsewhere && screen.isOpenedOnEach)
    if (visit && isElsewhere && !isAnew) await visit.page.evaluate(CLOSE_DRAWER)
    if (visit && isOther && !isAnew) {
      visit = { ...visit, ...spokenIn(look) }
      await applyLook(visit.page, look)
      await (look.language === 'pseudo' ? speakPseudo(visit.page) : stopPseudo(visit.page))
      await speakLive(visit)
    } else if (!visit || isAnew) {
      if (visit) await leave(visit)
      visit = await enter(look)
    }
    await applyLook(visit.page, look)
    await see(visit, look, isOther && !isAnew ? last?.language : undefined)
    last = look
  }
  if (visit) await leave(visit)
}
