import { expectNoWordLeft } from './left-words.ts'
import { speakLive } from './live-language.ts'
import { pseudoTexts, speakPseudo } from './pseudo-language.ts'
import { SCREENS, type Visit } from './screen-list.ts'
import { expectNoFault, type Look, looksAt, placeOf, takeUp } from './screen-looks.ts'
import { expect, test } from './test.ts'
import { textsIn } from './texts.ts'

test.describe.configure({ mode: 'parallel' })

const spokenIn = ({ language }: Look) =>
  language === 'pseudo' ? ({ language: 'en', t: pseudoTexts } as const) : { language, t: textsIn(language) }

// A screen is opened once, and then looked at in each language, width and scheme where it stands.
for (const screen of SCREENS)
  test(`nothing is held against the screen ${screen.name}: no rule of axe, no small target, no word cut off`, async ({
    page,
    context,
    shop,
    openBrowser,
  }) => {
    let visit: Visit = { page, context, shop, language: 'en', t: textsIn('en') }
    let before: Look['language'] = 'en'
    await screen.open(visit)
    for (const look of looksAt(screen.name)) {
      const place = placeOf(screen.name, look)
      if (look.language !== before) {
        if (screen.isOpenedInEach) {
          await screen.leave?.(visit)
          await visit.page.close()
          const other = await openBrowser()
          visit = { ...visit, context: other, page: await other.newPage() }
        }
        visit = { ...visit, ...spokenIn(look) }
        await takeUp(visit.page, look)
        if (look.language === 'pseudo') await speakPseudo(visit.page)
        await (screen.isOpenedInEach ? screen.open(visit) : speakLive(visit))
        expect(await visit.page.evaluate<string>('document.documentElement.lang'), place).toBe(visit.language)
        await expectNoWordLeft(visit.page, { before, now: look.language, place })
        before = look.language
      }
      await takeUp(visit.page, look)
      await expectNoFault(visit.page, look, place)
    }
    await screen.leave?.(visit)
  })
